import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const ATTEMPTS_MAX = 5

interface ReviewCode {
  id: string
  expiresAt: string
}

/** Returns the valid code of a recipient, and locks it. */
export async function findCode(trx: Transaction<Tables>, recipientId: string, now: Date): Promise<ReviewCode | undefined> {
  const { rows } = await sql<ReviewCode>`
    select id, expires_at as "expiresAt" from review_code
    where recipient_id = ${recipientId} and expires_at > ${now.toISOString()} and attempts < ${ATTEMPTS_MAX} for update`.execute(trx)
  return rows[0]
}

/** Replaces the code of a recipient. The code itself follows from the id, and is not stored. */
export async function storeCode(trx: Transaction<Tables>, recipientId: string, { id, expiresAt }: ReviewCode): Promise<void> {
  await sql`
    insert into review_code (recipient_id, id, expires_at) values (${recipientId}, ${id}, ${expiresAt})
    on conflict (recipient_id) do update set id = excluded.id, expires_at = excluded.expires_at, attempts = 0`.execute(trx)
}

export async function countCodeAttempt(trx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update review_code set attempts = attempts + 1 where id = ${id}`.execute(trx)
}

export async function deleteCode(trx: Transaction<Tables>, id: string): Promise<void> {
  await sql`delete from review_code where id = ${id}`.execute(trx)
}
