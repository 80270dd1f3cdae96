import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { DocumentFact } from '../mail/templates/documents-shared.ts'

/** Documents that admins are to be mailed of, each with work of its own; the key is the row's id. */
export const untoldDocuments: Queue<{ companyProfileId: string }> = { name: 'documents' }

/** Who shares several takes a moment for each. */
const QUIET_MS = 2 * 60_000
/** Nobody hears later of what was shared, however much more is. */
const LATE = sql`interval '15 minutes'`

export async function keepUntold(trx: Transaction<Tables>, eventId: string, fact: DocumentFact): Promise<void> {
  const { companyProfileId, _id } = fact
  const { id } = await trx
    .insertInto('untold_document')
    .values({ event_id: eventId, company_profile_id: companyProfileId, document_id: _id, fact: JSON.stringify(fact) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(trx, untoldDocuments, [{ key: String(id), payload: { companyProfileId }, delayMs: QUIET_MS }])
}

/** A company's, oldest first, which wait for this transaction to end. */
export const untoldOf = (trx: Transaction<Tables>, companyProfileId: string) =>
  trx
    .selectFrom('untold_document')
    .select(['id', 'event_id as eventId', 'fact'])
    .select(sql<boolean>`created_at < now() - ${LATE}`.as('isLate'))
    .where('company_profile_id', '=', companyProfileId)
    .orderBy('id')
    .forUpdate()
    .execute()

export async function removeUntold(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('untold_document').where('id', 'in', ids).execute()
}

/** What is removed before it was told of is not told of. */
export async function forgetUntold(trx: Transaction<Tables>, documentId: string): Promise<void> {
  await trx.deleteFrom('untold_document').where('document_id', '=', documentId).execute()
}
