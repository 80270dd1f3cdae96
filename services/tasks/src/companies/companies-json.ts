import { pageAfter } from '@app/chassis/http/paging.ts'
import { listTasks, TASK_PAGE_MAX } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { findPage } from '../tasks/list.repository.ts'
import { serializePage } from '../tasks/serialize-page.ts'
import { taskSerializer } from '../tasks/task-serializer.ts'
import type { CountedProfile } from './company.repository.ts'

/** Approximate size of a chunk of JSON. Most tasks have about 2 kB. A task with a long history can have more than 100 kB. */
const CHUNK_CHARS = 128 * 1024
const FIRST_BATCH = 5
const BATCH_MAX = 100

const restOf = (companyId: string, oldest: number): string =>
  pageAfter(listTasks.url.replace(':companyProfileId', companyId), TASK_PAGE_MAX, [oldest])

/**
 * Returns a generator of the companies' JSON. To limit memory use, the generator reads the next chunk of tasks only when its caller
 * requests this chunk.
 */
export function prepareCompaniesJson(
  deps: TasksDeps,
): (companies: readonly CountedProfile[], toJson: (profile: CountedProfile['profile']) => string) => AsyncGenerator<string> {
  const serializer = taskSerializer(deps.store.publicUrl)

  async function* tasksJson(companyId: string): AsyncGenerator<string, number> {
    let before = Number.MAX_SAFE_INTEGER
    let limit = FIRST_BATCH
    let isFirst = true
    for (let listed = 0; listed < TASK_PAGE_MAX; ) {
      limit = Math.min(limit, TASK_PAGE_MAX - listed)
      const page = await findPage(deps.db, { companyId, before, limit }, serializer.formatHash)
      if (page.last === null) break
      const json = (await serializePage(deps, serializer, page)).join(',')
      // The JSON is empty if all tasks of the page were deleted after the page was selected.
      if (json) yield isFirst ? json : `,${json}`
      isFirst &&= json === ''
      before = page.last
      if (page.count < limit) break
      listed += page.count
      limit = Math.max(1, Math.min(BATCH_MAX, Math.floor((CHUNK_CHARS * page.count) / json.length)))
    }
    return before
  }

  return async function* companiesJson(companies, toJson) {
    for (const [at, { profile, tasks }] of companies.entries()) {
      yield `${at > 0 ? ',' : '['}{"company":${toJson(profile)},"tasks":[`
      const oldest = tasks > 0 ? yield* tasksJson(profile._id) : 0
      yield tasks > TASK_PAGE_MAX ? `],"restOfTasks":${JSON.stringify(restOf(profile._id, oldest))}}` : ']}'
    }
    yield companies.length > 0 ? ']' : '[]'
  }
}
