import type { AcceptedFinding } from '@app/contracts/http/proofreading.ts'
import { comparableWords, type FindingKind } from '@app/contracts/rules/proofreading.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'

/** Words that a company uses rightly in findings of this kind. */
interface RightWords {
  companyId: string
  kind: FindingKind
  words: string
}

/** Remembers words as right. Words that are remembered already stay as they are. */
export async function rememberWords(
  trx: Transaction<Tables>,
  { companyId, kind, words, acceptedBy }: RightWords & { acceptedBy: string },
): Promise<void> {
  await sql`
    insert into accepted_finding (id, company_id, kind, words, comparable_words, accepted_by)
    values (${uuidv7()}, ${companyId}, ${kind}, ${words}, ${comparableWords(words)}, ${acceptedBy})
    on conflict (company_id, kind, md5(comparable_words)) do nothing`.execute(trx)
}

/** Forgets that words are right. */
export async function forgetWords(trx: Transaction<Tables>, { companyId, kind, words }: RightWords): Promise<void> {
  await sql`
    delete from accepted_finding
    where company_id = ${companyId} and kind = ${kind} and md5(comparable_words) = md5(${comparableWords(words)})`.execute(trx)
}

interface AcceptedPage {
  limit: number
  /** Only findings with a lower id are in the page. */
  before?: string | undefined
}

/** Returns what a company remembers as right, newest first. */
export const findAccepted = (db: Kysely<Tables>, companyId: string, { limit, before }: AcceptedPage): Promise<AcceptedFinding[]> =>
  db
    .selectFrom('accepted_finding')
    .select(['id as _id', 'kind', 'words', 'accepted_by as acceptedBy', 'accepted_at as acceptedAt'])
    .where('company_id', '=', companyId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Deletes what a company remembers as right. Returns false if it is not remembered. */
export async function deleteAccepted(trx: Transaction<Tables>, companyId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('accepted_finding')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
