import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentEventData } from '../mail/templates/documents-shared.ts'

/** Documents that the next digest email lists, each with work of its own. The key is the row's id. */
export const pendingDigests: Queue<{ companyProfileId: string }> = { name: 'documents' }

/** Time without a new document after which the digest is sent. */
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

/** Selects the pending documents of a company FOR UPDATE, oldest first. */
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

/** Keeps a removed document out of the digest. */
export async function removePendingDocument(trx: Transaction<Tables>, documentId: string): Promise<void> {
  await trx.deleteFrom('pending_digest_document').where('document_id', '=', documentId).execute()
}
