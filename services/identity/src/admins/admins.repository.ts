import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** All of them: they are few, made by hand. */
export const allAdmins = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', (join) => join.onRef('user_id', '=', 'id').on('confirmed_at', 'is not', null))
    .select(['id', 'email', 'username', 'created_at', 'is_operator', 'user_id'])
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()

/** Reads admins and holds them; always in the same order, so that two who hold each other do not wait for each other. */
export const lockAdmins = (trx: Transaction<Tables>, ids: readonly string[]) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'username', 'role', 'tokens_invalid_before'])
    .where('id', 'in', ids)
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Whether an admin of this address was removed. */
export async function wasRemoved(db: Kysely<Tables>, removedKey: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('role', '=', 'admin').where('removed_key', '=', removedKey).executeTakeFirst()
  return row !== undefined
}
