import type { Task } from '@app/contracts/http/tasks.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'

/** A date that is later than the date of every task. Tasks without a date are last. */
const NEVER = '9999-12-31'

const dateOf = (task: Task): string => calendarDateOf(task) ?? NEVER

const compareDates = (one: Task, other: Task): number => {
  const [date, otherDate] = [dateOf(one), dateOf(other)]
  return date < otherDate ? -1 : date > otherDate ? 1 : 0
}

/** Returns the tasks in the order of their dates. Tasks with the same date keep their order. */
export const byDate = (tasks: readonly Task[]): Task[] => tasks.toSorted(compareDates)

/** Returns the tasks that need the owner's decision first, then the others, both in the order of their dates. */
export const byUrgency = (tasks: readonly Task[]): Task[] =>
  tasks.toSorted((one, other) => Number(canReview(other)) - Number(canReview(one)) || compareDates(one, other))

const postedAtOf = ({ postedAt }: Task): string => postedAt ?? ''

/** The posted tasks, the last posted first. */
export const byPosting = (tasks: readonly Task[]): Task[] =>
  tasks.toSorted((one, other) => (postedAtOf(one) < postedAtOf(other) ? 1 : postedAtOf(one) > postedAtOf(other) ? -1 : 0))
