import { isFound } from '@app/chassis/db/is-found.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { RESET_CODE_LIFE_MS } from './reset-code.ts'

interface Code {
  id: string
  userId: string
  codeHash: string
  issuedAt: Date
}

/**
 * Tolerated clock skew between replicas. If the remaining life of a code exceeds its full life by more than this skew, the code was issued
 * before the clock was set back. Such a code is ignored.
 */
const CLOCK_SKEW_MS = 5_000

export const expiryOf = (mailedAt: Date): string => new Date(mailedAt.getTime() + RESET_CODE_LIFE_MS).toISOString()

/** Replaces the user's code. Returns false if another user has the same code. */
export async function replaceCode(trx: Transaction<Tables>, { id, userId, codeHash, issuedAt }: Code): Promise<boolean> {
  await deleteCode(trx, userId)
  return isFound(
    trx
      .insertInto('reset_codes')
      .values({ user_id: userId, id, code_hash: codeHash, issued_at: issuedAt.toISOString(), expires_at: expiryOf(issuedAt) })
      .onConflict((conflict) => conflict.column('code_hash').doNothing())
      .returning('user_id'),
  )
}

export async function extendCode(trx: Transaction<Tables>, userId: string, expiresAt: string): Promise<void> {
  await trx.updateTable('reset_codes').set({ expires_at: expiresAt }).where('user_id', '=', userId).execute()
}

/** Selects codes that have not expired and were not issued before the clock was set back. */
const valid = (db: Kysely<Tables>, now: Date) =>
  db
    .selectFrom('reset_codes')
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', expiryOf(new Date(now.getTime() + CLOCK_SKEW_MS)))

export const lockCode = (trx: Transaction<Tables>, userId: string, now: Date) =>
  valid(trx, now).select(['id', 'code_hash', 'issued_at']).where('user_id', '=', userId).forUpdate().executeTakeFirst()

/** Returns a code by its id. Undefined if it was used or replaced, or has expired. */
export const findCode = (db: Kysely<Tables>, id: string, now: Date) =>
  valid(db, now).select(['user_id', 'expires_at']).where('id', '=', id).executeTakeFirst()

export const codeOfAddress = (db: Kysely<Tables>, emailKey: string, now: Date) =>
  valid(db, now)
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id', 'code_hash'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()

export async function deleteCode(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('reset_codes').where('user_id', '=', userId).execute()
}
