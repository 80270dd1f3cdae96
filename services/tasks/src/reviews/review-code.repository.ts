import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const ATTEMPTS_MAX = 5

interface ReviewCode {
  /** The code is not stored. `ReviewKeys` computes it from this id. */
  id: string
  expiresAt: string
}

/**
 * Returns the valid code of a recipient, and locks its row until commit. The code expires in real time, because the business clock can be
 * ahead.
 */
export async function findCode(trx: Transaction<Tables>, recipientId: string): Promise<ReviewCode | undefined> {
  const { rows } = await sql<ReviewCode>`
    select id, expires_at as "expiresAt" from review_code
    where recipient_id = ${recipientId} and expires_at > now() and attempts < ${ATTEMPTS_MAX} for update`.execute(trx)
  return rows[0]
}

/** Stores a new code of a recipient, unless the recipient has a valid code. */
export async function ensureCode(trx: Transaction<Tables>, recipientId: string): Promise<void> {
  await sql`
    insert into review_code (recipient_id, id, expires_at) values (${recipientId}, gen_random_uuid(), now() + interval '15 minutes')
    on conflict (recipient_id) do update set id = excluded.id, expires_at = excluded.expires_at, attempts = 0
      where review_code.expires_at <= now() or review_code.attempts >= ${ATTEMPTS_MAX}`.execute(trx)
}

export async function countCodeAttempt(trx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update review_code set attempts = attempts + 1 where id = ${id}`.execute(trx)
}

export async function deleteCode(trx: Transaction<Tables>, id: string): Promise<void> {
  await sql`delete from review_code where id = ${id}`.execute(trx)
}
