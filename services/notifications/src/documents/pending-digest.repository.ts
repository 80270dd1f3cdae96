import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentEventData } from '../mail/templates/documents-shared.ts'

/** The queue of digests. Each pending document adds an entry with the id of its row as the key. */
export const pendingDigests: Queue<{ companyProfileId: string }> = { name: 'documents' }

/** The digest is sent after this time without new documents. */
const QUIET_MS = 2 * 60_000
/** The digest is sent at this age of the oldest document, even if new documents keep arriving. */
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

export async function removePendingDocument(trx: Transaction<Tables>, documentId: string): Promise<void> {
  await trx.deleteFrom('pending_digest_document').where('document_id', '=', documentId).execute()
}
