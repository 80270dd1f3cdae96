import { createHash } from 'node:crypto'
import { companyNotFound, requireCompany } from '@app/chassis/companies/own-company.ts'
import { ownerIdOf, type Reader } from '@app/chassis/http/auth.ts'
import { Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { elementsOf, findListVersion, listedTasks } from './list.repository.ts'

interface Page {
  limit: number
  before?: number
}

export interface Listing {
  /** Another one as soon as any task of the company is. Weak: it says nothing of encodings. */
  etag: string
  open(): Promise<ListedPage>
}

interface ListedPage {
  /** An array of tasks. */
  json: string
  /** The `taskId` below which the list goes on, where it does. */
  last: number | undefined
}

/** Lists a company's tasks, newest first. */
export function prepareListTasks(deps: TasksDeps): (reader: Reader, companyId: string, page: Page) => Promise<Listing> {
  const { db, store } = deps
  // A later release, or one at another public address, answers the same rows otherwise.
  const shape = createHash('sha256').update(JSON.stringify(Task)).update(store.publicUrl('')).digest('base64url').slice(0, 8)

  async function versionFor(reader: Reader, companyId: string): Promise<string> {
    const ownerId = ownerIdOf(reader) ?? null
    const known = await findListVersion(db, companyId, ownerId)
    if (known !== undefined) return known
    await requireCompany(deps, reader, companyId)
    const learnt = await findListVersion(db, companyId, ownerId)
    if (learnt === undefined) throw companyNotFound()
    return learnt
  }

  return async (reader, companyId, { limit, before = Number.MAX_SAFE_INTEGER }) => {
    // Before the rows: a tag may be older than what comes with it, never newer.
    const version = await versionFor(reader, companyId)
    return {
      etag: `W/"${shape}.${version}"`,
      async open() {
        const tasks = await listedTasks(db, { companyId, before, limit: limit + 1 })
        const page = tasks.slice(0, limit)
        return { json: `[${elementsOf(page, store.publicUrl)}]`, last: tasks.length > limit ? page.at(-1)?.taskId : undefined }
      },
    }
  }
}
