import { isFound } from '@app/chassis/db/is-found.ts'
import type { AdminAccount } from '@app/contracts/http/identity.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export const allAdmins = (db: Kysely<Tables>): Promise<AdminAccount[]> =>
  db
    .selectFrom('users')
    .leftJoin('second_factors', (join) => join.onRef('user_id', '=', 'id').on('confirmed_at', 'is not', null))
    .select(['id as _id', 'email', 'username', 'created_at as createdAt', 'is_operator as isOperator'])
    .select(sql<boolean>`user_id is not null`.as('hasSecondFactor'))
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .execute()

/** Locks admins in the order of their ids, so that concurrent transactions do not deadlock. */
const lockedAdmins = (trx: Transaction<Tables>) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'is_operator'])
    .where('role', '=', 'admin')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()

export type LockedAdmin = Awaited<ReturnType<typeof lockAdmins>>[number]

export const lockAdmins = (trx: Transaction<Tables>, ids: readonly string[]) => lockedAdmins(trx).where('id', 'in', ids).execute()

export const lockOperatorsAnd = (trx: Transaction<Tables>, id: string) =>
  lockedAdmins(trx)
    .where(({ or, eb }) => or([eb('is_operator', '=', true), eb('id', '=', id)]))
    .execute()

/** `removedKey` is the hash of the email address that the removed admin had. */
export const wasRemoved = (db: Kysely<Tables>, removedKey: string): Promise<boolean> =>
  isFound(db.selectFrom('users').select('id').where('role', '=', 'admin').where('removed_email_hash', '=', removedKey))
