import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface NewCode {
  userId: string
  codeHash: string
  expiresAt: string
}

/** Replaces the user's code. False when another user has the same one at the moment. */
export async function replaceCode(trx: Transaction<Tables>, { userId, codeHash, expiresAt }: NewCode): Promise<boolean> {
  await deleteCode(trx, userId)
  const inserted = await trx
    .insertInto('reset_codes')
    .values({ user_id: userId, code_hash: codeHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const codeOfUser = (trx: Transaction<Tables>, userId: string) =>
  trx.selectFrom('reset_codes').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst()

export const ownerOfCode = (trx: Transaction<Tables>, codeHash: string) =>
  trx.selectFrom('reset_codes').select('user_id').where('code_hash', '=', codeHash).executeTakeFirst()

export async function countWrongTry(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.updateTable('reset_codes').set({ wrong_tries: sql`wrong_tries + 1` }).where('user_id', '=', userId).execute()
}

export async function deleteCode(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('reset_codes').where('user_id', '=', userId).execute()
}

export async function liveCodes(db: Kysely<Tables>, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('reset_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return count
}
