import { normalizeEmail } from '@app/contracts/rules/email.ts'
import { EMAIL_CHANGE_LIFE_HOURS, EMAIL_REVERT_LIFE_DAYS } from '@app/contracts/rules/email-changes.ts'
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tables } from '../db/tables.ts'

const HOUR_MS = 3_600_000

const inHours = (hours: number, now: Date): string => new Date(now.getTime() + hours * HOUR_MS).toISOString()

/** Replaces the user's request for a new address. Returns its id, from which the token of the link is derived. */
export async function putChange(trx: Transaction<Tables>, userId: string, email: string, now: Date): Promise<string> {
  const change = { id: uuidv7(), email, expires_at: inHours(EMAIL_CHANGE_LIFE_HOURS, now) }
  await trx
    .insertInto('email_changes')
    .values({ user_id: userId, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .execute()
  return change.id
}

/** Returns a request for a new address. Undefined if it was used or replaced, or has expired. */
export const findChange = (db: Kysely<Tables>, id: string, now: Date) =>
  db
    .selectFrom('email_changes')
    .select(['user_id as userId', 'email'])
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Returns the pending request of a user for a new address. Undefined if there is none, or if it has expired. */
export const findChangeOf = (db: Kysely<Tables>, userId: string, now: Date) =>
  db
    .selectFrom('email_changes')
    .select(['email', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

export async function deleteChangeOf(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

/** Stores the former address of a user, so that it can be restored. Returns the id from which the token of the link is derived. */
export async function addRevert(trx: Transaction<Tables>, userId: string, email: string, now: Date): Promise<string> {
  const id = uuidv7()
  const expires_at = inHours(EMAIL_REVERT_LIFE_DAYS * 24, now)
  await trx
    .insertInto('email_reverts')
    .values({ id, user_id: userId, email, email_key: normalizeEmail(email), expires_at })
    .execute()
  return id
}

/** Returns a former address that can be restored. Undefined if it was restored, or if the time is over. */
export const findRevert = (db: Kysely<Tables>, id: string, now: Date) =>
  db
    .selectFrom('email_reverts')
    .select(['user_id as userId', 'email'])
    .where('id', '=', id)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Ends the links that restore this former address of a user and the later ones, which a stranger may have set. */
export async function deleteRevertsSince(trx: Transaction<Tables>, userId: string, id: string): Promise<void> {
  await trx.deleteFrom('email_reverts').where('user_id', '=', userId).where('id', '>=', id).execute()
}

/**
 * Whether an address is the former address of another account that can still be restored. Call this function after the account with the
 * address was written: a concurrent change that frees the address is then committed.
 */
export async function isReserved(trx: Transaction<Tables>, email: string, now: Date, exceptUserId?: string): Promise<boolean> {
  const found = await trx
    .selectFrom('email_reverts')
    .select('user_id')
    .where('email_key', '=', normalizeEmail(email))
    .where('expires_at', '>', now.toISOString())
    .execute()
  return found.some(({ user_id }) => user_id !== exceptUserId)
}

export async function deleteExpiredEmailChanges(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<', now.toISOString()).execute()
  await db.deleteFrom('email_reverts').where('expires_at', '<', now.toISOString()).execute()
}
