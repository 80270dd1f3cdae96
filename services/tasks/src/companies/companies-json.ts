import { pageAfter } from '@app/chassis/http/paging.ts'
import { listTasks, TASK_PAGE_MAX, type Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { prepareTaskList } from '../tasks/list-statement.ts'
import { toTask } from '../tasks/task-row.ts'
import type { CountedProfile } from './company.repository.ts'

/** Tasks that are held at once. One with all its history can be some hundred kilobytes. */
const TASKS_HELD = 25

type ToJson<T> = (value: T) => string

interface Json {
  company: ToJson<CountedProfile['profile']>
  task: ToJson<Task>
}

/** Where a company's tasks go on that are older than the oldest one listed. */
const restOf = (companyId: string, oldest: number): string =>
  pageAfter(listTasks.url.replace(':companyProfileId', companyId), TASK_PAGE_MAX, [oldest])

/** Writes companies with their newest tasks as JSON, a few tasks at a time, as fast as somebody reads them. */
export function prepareCompaniesJson({
  db,
  store,
}: TasksDeps): (companies: readonly CountedProfile[], json: Json) => AsyncGenerator<string> {
  const rowsOf = prepareTaskList(db)

  async function* tasksJson(companyId: string, json: Json): AsyncGenerator<string, number> {
    let before = Number.MAX_SAFE_INTEGER
    for (let listed = 0; listed < TASK_PAGE_MAX; listed += TASKS_HELD) {
      const rows = await rowsOf({ companyId, ownerId: null, before, limit: TASKS_HELD })
      if (rows.length > 0) yield (listed > 0 ? ',' : '') + rows.map((row) => json.task(toTask(row, store.publicUrl))).join(',')
      before = rows.at(-1)?.taskId ?? before
      if (rows.length < TASKS_HELD) break
    }
    return before
  }

  return async function* companiesJson(companies, json) {
    for (const [at, { profile, tasks }] of companies.entries()) {
      yield `${at > 0 ? ',' : '['}{"company":${json.company(profile)},"tasks":[`
      const oldest = tasks > 0 ? yield* tasksJson(profile._id, json) : 0
      yield tasks > TASK_PAGE_MAX ? `],"restOfTasks":${JSON.stringify(restOf(profile._id, oldest))}}` : ']}'
    }
    yield companies.length > 0 ? ']' : '[]'
  }
}
