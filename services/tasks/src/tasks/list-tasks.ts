import { companyNotFound, requireCompany } from '@app/chassis/companies/own-company.ts'
import { ownerIdOf, type Reader } from '@app/chassis/http/auth.ts'
import type { TasksDeps } from '../deps.ts'
import { findList } from './list.repository.ts'
import { serializePage } from './serialize-page.ts'
import { taskSerializer } from './task-serializer.ts'

interface Page {
  limit: number
  before?: number
  knownEtag?: string
}

export interface Listing {
  /** Weak ETag of the company's tasks. The ETag is the same for all content encodings. Every change of a task changes the ETag. */
  etag: string
  /** JSON array of tasks. Empty if `knownEtag` is current. */
  json: Buffer
  /** The next page contains the tasks below this `taskId`. Undefined on the last page. */
  next: number | undefined
}

/** Encodes the parts of a JSON array one by one, because V8 is slow to allocate strings of more than 128 KiB. */
function toJsonArray(parts: readonly string[]): Buffer {
  const begins = parts.map((part, index) => Buffer.from(index === 0 ? `[${part}` : `,${part}`))
  return Buffer.concat([...begins, Buffer.from(parts.length === 0 ? '[]' : ']')])
}

export function prepareListTasks(deps: TasksDeps): (reader: Reader, companyId: string, page: Page) => Promise<Listing> {
  const serializer = taskSerializer(deps.store.publicUrl)
  // The ETag contains `formatHash`, because other releases, and replicas with another public URL, serialize the same tasks differently.
  const etagOf = (tag: string) => `W/"${serializer.formatHash}.${tag}"`
  const tagIn = (etag = '') => {
    const tag = etag.slice(etagOf('').length - 1, -1)
    return etagOf(tag) === etag ? tag : null
  }

  return async (reader, companyId, { limit, before = Number.MAX_SAFE_INTEGER, knownEtag }) => {
    const find = () =>
      findList(deps.db, { companyId, limit, before }, serializer.formatHash, {
        ownerId: ownerIdOf(reader) ?? null,
        knownTag: tagIn(knownEtag),
      })
    let list = await find()
    if (!list) {
      // If the event of a new company has not arrived yet, this call requests the company from the company service.
      await requireCompany(deps, reader, companyId)
      list = await find()
    }
    if (!list) throw companyNotFound()
    return {
      etag: etagOf(list.tag),
      json: toJsonArray(await serializePage(deps, serializer, list)),
      next: list.hasMore && list.last !== null ? list.last : undefined,
    }
  }
}
