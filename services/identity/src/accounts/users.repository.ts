import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables, UserRow } from '../db/tables.ts'

export type User = Selectable<UserRow>

export const userByEmail = (db: Kysely<Tables>, email: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', normalizeEmail(email)).executeTakeFirst()

export const userById = (db: Kysely<Tables>, id: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** Reads a user and holds it: whatever else concerns it waits. */
export const lockUser = (trx: Transaction<Tables>, id: string): Promise<User | undefined> =>
  trx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Reads a user as it is once nobody holds it: behind a password that is being changed, with the new one. */
export const settledUser = (db: Kysely<Tables>, id: string): Promise<User | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).forShare().executeTakeFirst()

/** Undefined when the address is taken, also by somebody who takes it at this moment. */
export const insertUser = (trx: Transaction<Tables>, user: Omit<Insertable<UserRow>, 'email_key'>): Promise<User | undefined> =>
  trx
    .insertInto('users')
    .values({ ...user, email_key: normalizeEmail(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Counts the next event about a user; answers the user as it now is. */
export const touchUser = (trx: Transaction<Tables>, id: string, change: Partial<Insertable<UserRow>> = {}): Promise<User> =>
  trx
    .updateTable('users')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Complete on purpose: a user left out here would keep tokens that were ended. */
export const usersWithEndedTokens = (db: Kysely<Tables>, sinceSeconds: number) =>
  db
    .selectFrom('users')
    .select(['id as userId', 'tokens_invalid_before as tokensInvalidBefore'])
    .where('tokens_invalid_before', '>', Math.max(0, sinceSeconds))
    .execute()
