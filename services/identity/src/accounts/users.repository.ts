import { AppError } from '@app/chassis/http/errors.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables, UserRow } from '../db/tables.ts'

const columns = [
  'id',
  'email',
  'username',
  'password_hash',
  'configured_hash',
  'role',
  'tokens_invalid_before',
  'is_operator',
  'email_verified_at',
  'email_bounced_at',
  'last_signed_in_at',
  'version',
  'created_at',
] as const

export type User = Pick<Selectable<UserRow>, (typeof columns)[number]>

export const userByEmail = (db: Kysely<Tables>, email: string): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('email_key', '=', normalizeEmail(email)).executeTakeFirst()

export const userById = (db: Kysely<Tables>, id: string): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst()

export const lockUser = (trx: Transaction<Tables>, id: string): Promise<User | undefined> =>
  trx.selectFrom('users').select(columns).where('id', '=', id).where('removed_at', 'is', null).forUpdate().executeTakeFirst()

/** Selects a user FOR SHARE. If another transaction is changing the password, waits for it and returns the changed user. */
export const findUserForShare = (db: Kysely<Tables>, id: string): Promise<User | undefined> =>
  db.selectFrom('users').select(columns).where('id', '=', id).where('removed_at', 'is', null).forShare().executeTakeFirst()

export const notSignedIn = (): AppError => new AppError('not-signed-in', 'unauthenticated', 'Session expired. Please log in again')

/** Like `lockUser`, for the user of a token. Throws 401 if the user was removed. */
export async function lockSignedInUser(trx: Transaction<Tables>, id: string): Promise<User> {
  const user = await lockUser(trx, id)
  if (!user) throw notSignedIn()
  return user
}

type NewUser = Pick<
  Insertable<UserRow>,
  'id' | 'email' | 'username' | 'password_hash' | 'configured_hash' | 'role' | 'is_operator' | 'email_verified_at' | 'created_at'
>

/** Returns undefined if the email address is taken, possibly by a concurrent transaction. */
export const insertUser = (trx: Transaction<Tables>, user: NewUser): Promise<User | undefined> =>
  trx
    .insertInto('users')
    .values({ ...user, email_key: normalizeEmail(user.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(columns)
    .executeTakeFirst()

/** Changes a user and increments the version, which the next event about the user contains. */
export const updateUser = (trx: Transaction<Tables>, id: string, change: Partial<Insertable<UserRow>> = {}): Promise<User> =>
  trx
    .updateTable('users')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

interface SignIn {
  id: string
  signedInAt: string
  /** If the stored time is later than this time, nothing changes. */
  unlessAfter: string
}

/** Stores the time of a sign-in, and returns the changed user. Returns undefined if nothing changed. */
export const updateLastSignIn = (trx: Transaction<Tables>, { id, signedInAt, unlessAfter }: SignIn): Promise<User | undefined> =>
  trx
    .updateTable('users')
    .set({ last_signed_in_at: signedInAt, version: sql`version + 1` })
    .where('id', '=', id)
    .where((is) => is.or([is('last_signed_in_at', 'is', null), is('last_signed_in_at', '<=', unlessAfter)]))
    .returning(columns)
    .executeTakeFirst()

export const pageOfUsers = (db: Kysely<Tables>, after: string, limit: number): Promise<User[]> =>
  db.selectFrom('users').select(columns).where('id', '>', after).where('removed_at', 'is', null).orderBy('id').limit(limit).execute()
