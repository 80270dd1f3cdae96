import { randomBytes } from 'node:crypto'
import { FIRST_PREVIOUS_HASH, type RecordKey } from '@app/contracts/rules/decision-record.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import type { ChainEnd, ChainedRecord } from '@app/contracts/rules/record-chain.ts'
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const SUBJECT_KEY_BYTES = 32

export interface Chain {
  lastNumber: number
  lastHash: string
  subjectKey: Buffer
}

/**
 * Returns the number and the hash of a company's last record, and the secret key of the company's keyed hashes. Locks the company's row in
 * `record_chain` until commit, so that the numbers of records have no gaps.
 */
export async function lockChain(trx: Transaction<Tables>, companyId: string): Promise<Chain> {
  await trx
    .insertInto('record_chain')
    .values({ company_id: companyId, last_number: 0, last_hash: FIRST_PREVIOUS_HASH, subject_key: randomBytes(SUBJECT_KEY_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('record_chain')
    .select(['last_number as lastNumber', 'last_hash as lastHash', 'subject_key as subjectKey'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns the number and the hash of a company's last record, and whether the company was erased. Undefined without records. */
export const findChainEnd = (db: Kysely<Tables>, companyId: string): Promise<(ChainEnd & { isErased: boolean }) | undefined> =>
  db
    .selectFrom('record_chain')
    .select(['last_number as number', 'last_hash as hash', sql<boolean>`octet_length(subject_key) = 0`.as('isErased')])
    .where('company_id', '=', companyId)
    .executeTakeFirst()

export async function insertRecord(trx: Transaction<Tables>, record: Insertable<Tables['decision_record']>): Promise<void> {
  await trx.insertInto('decision_record').values(record).execute()
  await trx
    .updateTable('record_chain')
    .set({ last_number: record.number, last_hash: record.hash })
    .where('company_id', '=', record.company_id)
    .execute()
}

/** Stores the email address, and the name of a colleague, that belong to a keyed hash of a person. */
export async function saveSubject(trx: Transaction<Tables>, subject: Insertable<Tables['record_subject']>): Promise<void> {
  await trx
    .insertInto('record_subject')
    .values(subject)
    .onConflict((conflict) => conflict.columns(['company_id', 'subject_hash']).doUpdateSet({ email: subject.email, name: subject.name }))
    .execute()
}

/** Stores a public key, so that receipts can be verified after the signing key was replaced. */
export async function saveKey(db: Kysely<Tables>, { id, publicKey }: RecordKey): Promise<void> {
  await db
    .insertInto('record_key')
    .values({ id, public_key: publicKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listKeys = (db: Kysely<Tables>): Promise<RecordKey[]> =>
  db.selectFrom('record_key').select(['id', 'public_key as publicKey']).orderBy('first_used_at').orderBy('id').execute()

export interface StoredRecord extends ChainedRecord {
  number: number
  /** Title of the task. Null after its removal. */
  title: string | null
  /** Why a launch was undone, and its comment. Null for other entries, and after the task's removal. */
  reason: string | null
  launchComment: string | null
  /** When and where the task was posted before its launch was undone. */
  launchPostedAt: string | null
  launchPostLinks: PostLinks | null
  /** Email address of the person whose hash is in `body`. Null if the address was erased, or if the person is an admin. */
  decider: string | null
  /** Name of the colleague whose hash is in `body`. Null for other people, and after the erasure. */
  deciderName: string | null
}

const records = (db: Kysely<Tables>, companyId: string) =>
  db
    .selectFrom('decision_record')
    .leftJoin('task', (join) =>
      join.onRef('task.id', '=', 'decision_record.task_id').onRef('task.company_id', '=', 'decision_record.company_id'),
    )
    .leftJoin('record_subject', (join) =>
      join
        .onRef('record_subject.company_id', '=', 'decision_record.company_id')
        .on(sql<boolean>`record_subject.subject_hash = decision_record.body::json ->> 'decider'`),
    )
    .leftJoin('undone_launch', 'undone_launch.id', 'decision_record.decision_id')
    .select(['undone_launch.reason', 'undone_launch.launch_comment as launchComment'])
    .select(['undone_launch.posted_at as launchPostedAt', 'undone_launch.post_links as launchPostLinks'])
    .select(['decision_record.number', 'decision_record.body', 'decision_record.previous_hash as previousHash', 'decision_record.hash'])
    .select(['task.title', 'record_subject.email as decider', 'record_subject.name as deciderName'])
    .where('decision_record.company_id', '=', companyId)

/** Returns records of a company, newest first. With `before`, returns only records with a lower number. */
export function recordsBefore(db: Kysely<Tables>, companyId: string, limit: number, before?: number): Promise<StoredRecord[]> {
  const query = records(db, companyId).orderBy('decision_record.number', 'desc').limit(limit)
  return (before === undefined ? query : query.where('decision_record.number', '<', before)).execute()
}

/** Returns records of a company whose numbers are higher than `after`, oldest first. */
export const recordsAfter = (db: Kysely<Tables>, companyId: string, limit: number, after: number): Promise<StoredRecord[]> =>
  records(db, companyId).where('decision_record.number', '>', after).orderBy('decision_record.number').limit(limit).execute()
