import { createHash } from 'node:crypto'
import { companyNotFound, requireCompany } from '@app/chassis/companies/own-company.ts'
import { ownerIdOf, type Reader } from '@app/chassis/http/auth.ts'
import { Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { findList } from './list.repository.ts'

interface Page {
  limit: number
  before?: number
  /** The tag of the list that the caller has. */
  known?: string
}

export interface Listing {
  /** Weak ETag of the company's tasks, which every change of a task replaces. It is the same for all content encodings. */
  etag: string
  /** An array of tasks; an empty one when the tag is the caller's. */
  json: string
  /** The `taskId` below which the list goes on, where it does. */
  next: number | undefined
}

/** Lists a company's tasks, newest first. */
export function prepareListTasks(deps: TasksDeps): (reader: Reader, companyId: string, page: Page) => Promise<Listing> {
  const { db, store } = deps
  const publicAddress = store.publicUrl('')
  // A later release, or one at another public address, answers the same rows otherwise.
  const shape = createHash('sha256').update(JSON.stringify(Task)).update(publicAddress).digest('base64url').slice(0, 8)
  const tagOf = (version: string) => `W/"${shape}.${version}"`
  const versionOf = (tag = '') => {
    const version = tag.slice(tagOf('').length - 1, -1)
    return tagOf(version) === tag ? version : null
  }

  return async (reader, companyId, { limit, before = Number.MAX_SAFE_INTEGER, known }) => {
    const asked = { companyId, limit, before, publicAddress }
    const by = { ownerId: ownerIdOf(reader) ?? null, known: versionOf(known) }
    let list = await findList(db, asked, by)
    if (!list) {
      // No event may have told of the company yet.
      await requireCompany(deps, reader, companyId)
      list = await findList(db, asked, by)
    }
    if (!list) throw companyNotFound()
    return { etag: tagOf(list.version), json: list.json, next: list.hasMore && list.last !== null ? list.last : undefined }
  }
}
