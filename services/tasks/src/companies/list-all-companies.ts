import { pageAfter } from '@app/chassis/http/paging.ts'
import { COMPANIES_AT_ONCE, type CompanyTasks, TASKS_AT_ONCE } from '@app/contracts/http/all-companies.ts'
import { listTasks, TASK_PAGE_MAX } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { newestTasksOf } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { type CountedProfile, countedProfiles } from './company.repository.ts'

/** Sorts before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

interface Page {
  limit: number
  after?: string
  /** This company alone. */
  companyProfileId?: string
}

interface Listed {
  companies: CompanyTasks[]
  /** Whether others come after these. */
  hasMore: boolean
}

/** As many as one answer may hold: the first one in any case, then others while there is room for their tasks. */
function thoseThatFit(counted: readonly CountedProfile[]): readonly CountedProfile[] {
  let room = TASKS_AT_ONCE
  const firstTooMany = counted.findIndex(({ tasks }, at) => {
    room -= Math.min(tasks, TASK_PAGE_MAX)
    return at > 0 && room < 0
  })
  return firstTooMany < 0 ? counted : counted.slice(0, firstTooMany)
}

/** Where a company's tasks go on that are older than the oldest one listed. */
function restOf({ company, tasks }: CompanyTasks): string | undefined {
  const oldest = tasks.at(-1)
  return oldest && pageAfter(listTasks.url.replace(':companyProfileId', company._id), TASK_PAGE_MAX, [oldest.taskId])
}

/** Companies with their newest tasks, as many of both as one answer may hold. */
export async function listAllCompanies({ db, store }: TasksDeps, { limit, after = FIRST, companyProfileId }: Page): Promise<Listed> {
  const most = Math.min(limit, COMPANIES_AT_ONCE)
  const counted = await countedProfiles(db, { only: companyProfileId, after, limit: most + 1 })
  const page = thoseThatFit(counted.slice(0, most))
  const listed = new Map(page.map(({ profile }) => [profile._id, { company: profile, tasks: [] } as CompanyTasks]))
  for (const row of await newestTasksOf(db, [...listed.keys()])) {
    listed.get(row.companyProfileId)?.tasks.push(toTask(row, store.publicUrl))
  }
  for (const { profile, tasks } of page) {
    const company = listed.get(profile._id)
    if (company && tasks > TASK_PAGE_MAX) company.restOfTasks = restOf(company)
  }
  return { companies: [...listed.values()], hasMore: page.length < counted.length }
}
