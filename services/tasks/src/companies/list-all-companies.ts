import type { CompanyTasks } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { newestTasksOf } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { pageOfProfiles } from './company.repository.ts'

/** Sorts before every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

interface Page {
  limit: number
  after?: string
}

/** Companies with their tasks, and one more company than the limit when there are more. */
export async function listAllCompanies({ db, store }: TasksDeps, { limit, after = FIRST }: Page): Promise<CompanyTasks[]> {
  const profiles = await pageOfProfiles(db, after, limit + 1)
  const listed = new Map(profiles.map((company) => [company._id, { company, tasks: [] } as CompanyTasks]))
  for (const row of await newestTasksOf(db, [...listed.keys()].slice(0, limit))) {
    listed.get(row.companyProfileId)?.tasks.push(toTask(row, store.publicUrl))
  }
  return [...listed.values()]
}
