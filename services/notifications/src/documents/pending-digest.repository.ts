import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentEventData } from '../mail/templates/documents-shared.ts'

/** The queue of pending documents. Each document has its own piece of work; the key is the id of its row. */
export const pendingDigests: Queue<{ companyProfileId: string }> = { name: 'documents' }

/** The digest is sent when no new document has been uploaded for this time. */
const QUIET_MS = 2 * 60_000
/** Age of the oldest document at which the digest is sent even if more documents keep coming. */
const LATE = sql`interval '15 minutes'`

export async function addPendingDocument(trx: Transaction<Tables>, eventId: string, fact: DocumentEventData): Promise<void> {
  const { companyProfileId, _id } = fact
  const { id } = await trx
    .insertInto('pending_digest_document')
    .values({ event_id: eventId, company_profile_id: companyProfileId, document_id: _id, event_data: JSON.stringify(fact) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(trx, pendingDigests, [{ key: String(id), payload: { companyProfileId }, delayMs: QUIET_MS }])
}

export const pendingDocuments = (trx: Transaction<Tables>, companyProfileId: string) =>
  trx
    .selectFrom('pending_digest_document')
    .select(['id', 'event_id as eventId', 'event_data as fact'])
    .select(sql<boolean>`created_at < now() - ${LATE}`.as('isLate'))
    .where('company_profile_id', '=', companyProfileId)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function removePendingDocuments(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('pending_digest_document').where('id', 'in', ids).execute()
}

/** Removes a document from the next digest email. */
export async function removePendingDocument(trx: Transaction<Tables>, documentId: string): Promise<void> {
  await trx.deleteFrom('pending_digest_document').where('document_id', '=', documentId).execute()
}
