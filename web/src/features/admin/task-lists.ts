import type { CompanyTasks } from '@app/contracts/http/all-companies.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'

/** A task beside the company it is for. */
export interface ListedTask {
  task: Task
  company: CompanyProfile
}

/** The Tasks tab's strips, in order; posted tasks are not among them. */
const STRIP_ORDER: readonly TaskStatus[] = ['Pending', 'Roll Back', 'Approved']
/** The Total Tasks tab: what waits for us first. */
const TOTAL_ORDER: readonly TaskStatus[] = ['Roll Back', 'Pending', 'Approved', 'Posted']

const rankIn = (order: readonly TaskStatus[]) => (a: Task, b: Task) => order.indexOf(a.currentStatus) - order.indexOf(b.currentStatus)

export const stripOf = (tasks: readonly Task[]): Task[] =>
  tasks.filter(({ currentStatus }) => STRIP_ORDER.includes(currentStatus)).sort(rankIn(STRIP_ORDER))

/** Every task of every company, sorted as the Total Tasks tab shows them. */
export const allTasks = (companies: readonly CompanyTasks[]): ListedTask[] =>
  companies.flatMap(({ company, tasks }) => tasks.map((task) => ({ task, company }))).sort((a, b) => rankIn(TOTAL_ORDER)(a.task, b.task))

export const withStatus = (listed: readonly ListedTask[], status: TaskStatus): ListedTask[] =>
  listed.filter(({ task }) => task.currentStatus === status)

/** The day a task is to be posted; one that recurs is due from its first day on. */
const dueDate = ({ targetPostingDate, recurrenceStartDate }: Task): CalendarDate | null => targetPostingDate ?? recurrenceStartDate

/** Approved tasks whose day has come, the longest waiting first. */
export const waitingForLaunch = (listed: readonly ListedTask[], today: CalendarDate): ListedTask[] =>
  withStatus(listed, 'Approved')
    .filter(({ task }) => (dueDate(task) ?? '9') <= today)
    .sort((a, b) => (dueDate(a.task) ?? '').localeCompare(dueDate(b.task) ?? ''))

export const launchBadge = (task: Task, today: CalendarDate): 'Today' | 'Over Date' => (dueDate(task) === today ? 'Today' : 'Over Date')

/** The same companies with one task as it is now. */
export const withTask = (companies: readonly CompanyTasks[], task: Task): CompanyTasks[] =>
  companies.map((entry) =>
    entry.company._id === task.companyProfileId
      ? { ...entry, tasks: entry.tasks.map((known) => (known._id === task._id ? task : known)) }
      : entry,
  )

/** The same companies with some as they are now; new ones come last, as the newest do. */
export function withCompanies(companies: readonly CompanyTasks[], fresh: readonly CompanyTasks[]): CompanyTasks[] {
  const byId = new Map(fresh.map((entry) => [entry.company._id, entry]))
  const known = companies.map((entry) => byId.get(entry.company._id) ?? entry)
  return [...known, ...fresh.filter((entry) => !known.includes(entry))]
}
