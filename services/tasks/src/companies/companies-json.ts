import { pageAfter } from '@app/chassis/http/paging.ts'
import { listTasks, TASK_PAGE_MAX } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { findPage } from '../tasks/list.repository.ts'
import { serializePage } from '../tasks/serialize-page.ts'
import { taskSerializer } from '../tasks/task-serializer.ts'
import type { CountedProfile } from './company.repository.ts'

/** Of JSON that is held at once, about: most tasks are two kilobytes, one with all its history can be some hundred. */
const HELD = 128 * 1024
const FEW = 5
const MANY = 100

/** Where a company's tasks go on that are older than the oldest one listed. */
const restOf = (companyId: string, oldest: number): string =>
  pageAfter(listTasks.url.replace(':companyProfileId', companyId), TASK_PAGE_MAX, [oldest])

/** Writes companies with their newest tasks as JSON, a few tasks at a time, as fast as somebody reads them. */
export function prepareCompaniesJson(
  deps: TasksDeps,
): (companies: readonly CountedProfile[], toJson: (profile: CountedProfile['profile']) => string) => AsyncGenerator<string> {
  const serializer = taskSerializer(deps.store.publicUrl)

  async function* tasksJson(companyId: string): AsyncGenerator<string, number> {
    let before = Number.MAX_SAFE_INTEGER
    let limit = FEW
    let isFirst = true
    for (let listed = 0; listed < TASK_PAGE_MAX; ) {
      limit = Math.min(limit, TASK_PAGE_MAX - listed)
      const page = await findPage(deps.db, { companyId, before, limit }, serializer.shape)
      if (page.last === null) break
      const json = await serializePage(deps, serializer, page)
      // Tasks that were deleted in the meantime leave an empty page.
      if (json) yield isFirst ? json : `,${json}`
      isFirst &&= json === ''
      before = page.last
      if (page.count < limit) break
      listed += page.count
      // As many next as would have been right.
      limit = Math.max(1, Math.min(MANY, Math.floor((HELD * page.count) / json.length)))
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
