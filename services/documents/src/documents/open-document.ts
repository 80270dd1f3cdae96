import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { DocumentChanged } from '@app/contracts/events/documents.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { DocumentsDeps } from '../deps.ts'
import { lockDocument, markOpened } from './document.repository.ts'
import { documentNotFound, eventPayload, toDocument } from './document.ts'

/** Marks a document as opened by an admin. Only the first call changes the document and publishes an event. */
export function openDocument(
  deps: DocumentsDeps,
  id: string,
  idempotency: IdempotentRequest,
): Promise<{ success: boolean; data: Document }> {
  return inTransaction(deps.db, async (trx) => {
    const document = await lockDocument(trx, id, undefined)
    if (!document) throw documentNotFound()
    const isFirst = document.openedAt === null
    const opened = isFirst ? await markOpened(trx, document, deps.now()) : document
    if (isFirst) await addEvent(trx, DocumentChanged, { aggregateId: id, version: opened.version, data: eventPayload('opened', document) })
    return idempotency.storeResponse(trx, { success: true, data: toDocument(deps, opened) })
  })
}
