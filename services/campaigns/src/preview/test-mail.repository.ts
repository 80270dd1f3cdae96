import { IDEMPOTENCY_KEY_HOURS } from '@app/contracts/rules/idempotency.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export const TEST_MAILS_AN_HOUR = 10

/** Tolerance for small clock changes. Rows further in the future were written before the clock was set back, and do not count. */
const SKEW = sql`interval '30 seconds'`

export interface NewTestMail {
  id: string
  companyId: string
  email: string
  token: string
  /** The caller and the Idempotency-Key of the request. Undefined for a request without a key. */
  request: string | undefined
}

/** Takes advisory locks, so that other reservations for this company or email address wait for this transaction. */
export async function lockTestMails(trx: Transaction<Tables>, { companyId, email }: NewTestMail): Promise<void> {
  // The keys are sorted, so that two transactions cannot deadlock.
  const keys = [`test-mail ${companyId}`, `test-mail ${email}`].sort()
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) as key`.execute(trx)
}

/** Returns the id of the test email that an earlier attempt of this request reserved. Keys older than a day have expired. */
export async function findTestMailOf(trx: Transaction<Tables>, request: string): Promise<string | undefined> {
  await sql`
    update test_mail set request = null
    where request = ${request} and created_at <= now() - ${IDEMPOTENCY_KEY_HOURS} * interval '1 hour'`.execute(trx)
  return (await trx.selectFrom('test_mail').select('id').where('request', '=', request).executeTakeFirst())?.id
}

const WITHIN_AN_HOUR = sql`created_at > clock_timestamp() - interval '1 hour' and created_at <= clock_timestamp() + ${SKEW}`

/** Selects the 10th newest test email of the last hour, of the company and of the address. A row means that the limit is reached. */
const oldestThatFill = ({ companyId, email }: NewTestMail) => {
  const oldest = (is: typeof WITHIN_AN_HOUR) => sql`
    (select created_at from test_mail where ${is} and ${WITHIN_AN_HOUR} order by created_at desc offset ${TEST_MAILS_AN_HOUR - 1} limit 1)`
  return sql`${oldest(sql`company_id = ${companyId}`)} union all ${oldest(sql`email = ${email}`)}`
}

export async function secondsUntilNext(trx: Transaction<Tables>, mail: NewTestMail): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(extract(epoch from created_at + interval '1 hour' - clock_timestamp())), 0)::float8 as seconds
    from (${oldestThatFill(mail)}) as full_hour`.execute(trx)
  return Math.max(1, Math.ceil(rows[0]?.seconds ?? 0))
}

/** Inserts a test email unless the limit of the last hour is reached. Returns whether it was inserted. Call `lockTestMails` first. */
export async function insertTestMail(trx: Transaction<Tables>, mail: NewTestMail): Promise<boolean> {
  const { id, companyId, email, token, request } = mail
  const { numAffectedRows } = await sql`
    insert into test_mail (id, company_id, email, token, request)
    select ${id}::uuid, ${companyId}::uuid, ${email}, ${token}, ${request ?? null}
    where not exists (${oldestThatFill(mail)})`.execute(trx)
  return numAffectedRows === 1n
}

export async function settleTestMail(db: Kysely<Tables>, id: string, state: 'sent' | 'unknown'): Promise<void> {
  await db.updateTable('test_mail').set({ state }).where('id', '=', id).execute()
}

/** Deletes a test email that the relay did not accept, so that it does not count toward the limit and the owner can repeat the request. */
export async function deleteTestMail(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('test_mail').where('id', '=', id).execute()
}

/** Returns the state of a test email, or undefined if it was deleted. `sending` for more than `longestMs` counts as `unknown`. */
export async function stateOfTestMail(
  db: Kysely<Tables>,
  id: string,
  longestMs: number,
): Promise<'sending' | 'sent' | 'unknown' | undefined> {
  const row = await db
    .selectFrom('test_mail')
    .select(['state', sql<boolean>`created_at < clock_timestamp() - ${longestMs} * interval '1 millisecond'`.as('isOld')])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.state === 'sending' && row.isOld ? 'unknown' : row?.state
}

export async function purgeTestMails(db: Kysely<Tables>, days: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from test_mail where id in (
      select id from test_mail where created_at < now() - ${days} * interval '1 day' order by created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows)
}
