import { inTransaction } from '@app/chassis/db/in-transaction.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { DocumentChanged } from '@app/contracts/events/documents.ts'
import type { Document } from '@app/contracts/http/documents.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentsDeps } from '../deps.ts'
import { type DocumentRow, type LockedDocument, lockDocument, markOpened } from './document.repository.ts'
import { documentNotFound, eventPayload, toDocument } from './document.ts'

async function open(trx: Transaction<Tables>, { now }: DocumentsDeps, document: LockedDocument): Promise<DocumentRow> {
  const opened = await markOpened(trx, document, now())
  await addEvent(trx, DocumentChanged, { aggregateId: document._id, version: opened.version, data: eventPayload('opened', document) })
  return opened
}

/** Marks a document as opened by an admin. Only the first call changes the document and publishes an event. */
export function openDocument(
  deps: DocumentsDeps,
  id: string,
  idempotency: IdempotentRequest,
): Promise<{ success: boolean; data: Document }> {
  return inTransaction(deps.db, async (trx) => {
    const document = await lockDocument(trx, id, undefined)
    if (!document) throw documentNotFound()
    const opened = document.openedAt === null ? await open(trx, deps, document) : document
    return idempotency.storeResponse(trx, { success: true, data: toDocument(deps, opened) })
  })
}
