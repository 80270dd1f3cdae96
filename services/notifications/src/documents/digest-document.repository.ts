import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import { type DocumentMailTopic, LISTED_IDS_MAX } from '@app/contracts/http/mail-content.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The digests of one topic about one company. `documents-shared` lists documents, `photos-received` deliveries of photos. */
export interface DigestSubject {
  topic: DocumentMailTopic
  companyProfileId: string
  /** The admin who gets the digest. Null: all admins get it. */
  userId: string | null
}

/** The queue of digests. Each waiting document adds an entry with the id of its row as the key. */
export const documentDigests: Queue<DigestSubject> = { name: 'documents' }

/** The digest is sent after this time without new documents. */
const QUIET_MS = 2 * 60_000
/** The digest is sent at this age of the oldest document, even if new documents keep arriving. */
const LATE = sql`interval '15 minutes'`

/** Adds a document or a delivery of photos to the next digest. `waitMs`: how long the digest waits at least. */
export async function addToDigest(
  trx: Transaction<Tables>,
  subject: DigestSubject,
  { id: documentId, waitMs = 0 }: { id: string; waitMs?: number },
): Promise<void> {
  const { topic, companyProfileId, userId } = subject
  const { id } = await trx
    .insertInto('digest_document')
    .values({ topic, company_profile_id: companyProfileId, user_id: userId, document_id: documentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(trx, documentDigests, [{ key: String(id), payload: subject, delayMs: Math.max(QUIET_MS, waitMs) }])
}

interface WaitingDocuments {
  /** Id of the newest row. 0 if no document waits. */
  newest: number
  /** Whether the oldest document has waited so long that the digest is due in any case. */
  isLate: boolean
}

/** SQL condition: the row waits for the next digest. */
const isWaiting = ({ topic, companyProfileId, userId }: DigestSubject) => sql<boolean>`
  company_profile_id = ${companyProfileId} and topic = ${topic} and user_id is not distinct from ${userId} and digest_id is null`

/** Describes the documents that wait for the next digest. */
export async function waitingDocuments(db: Kysely<Tables>, subject: DigestSubject): Promise<WaitingDocuments> {
  const { rows } = await sql<WaitingDocuments>`
    select coalesce(max(id), 0) as newest, coalesce(min(created_at) < now() - ${LATE}, false) as "isLate"
    from digest_document where ${isWaiting(subject)}`.execute(db)
  return rows[0] ?? { newest: 0, isLate: false }
}

/** Moves the waiting documents into a digest. Returns false if no document waits. */
export async function claimDocuments(trx: Transaction<Tables>, subject: DigestSubject, digestId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('digest_document')
    .set({ digest_id: digestId })
    .where(isWaiting(subject))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the ids of the documents of a digest, oldest first. */
export async function documentIdsOf(db: Kysely<Tables>, digestId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('digest_document')
    .select('document_id')
    .where('digest_id', '=', digestId)
    .orderBy('id')
    .limit(LISTED_IDS_MAX)
    .execute()
  return rows.map(({ document_id }) => document_id)
}

/** Removes a document from the digests that are not sent yet. */
export async function removeDocument(trx: Transaction<Tables>, documentId: string): Promise<void> {
  await trx.deleteFrom('digest_document').where('document_id', '=', documentId).execute()
}

/**
 * Deletes the documents of digests if all emails with the digest were sent, or will not be sent anymore. Several admins may get one. The rows
 * are locked first, so that of two emails that settle at the same time, the transaction of the second one sees the outcome of the first.
 */
export async function removeSettledDigests(trx: Transaction<Tables>, digestIds: readonly string[]): Promise<void> {
  if (digestIds.length === 0) return
  await sql`select from digest_document where digest_id = any(${digestIds}::uuid[]) order by id for update`.execute(trx)
  await sql`
    delete from digest_document where digest_id = any(${digestIds}::uuid[]) and digest_id::text <> all(array(
      select event_id from mail where event_id = any(${digestIds}::text[]) and composer = 'documents' and state = 'queued'
    ))`.execute(trx)
}
