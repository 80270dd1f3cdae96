import { brand } from '@app/contracts/brand.ts'
import type { AccountManager } from '@app/contracts/http/company.ts'
import { ADMIN_NAME_DEFAULT } from '@app/contracts/rules/admin-names.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface Admin {
  id: string
  name: string
  isRemoved: boolean
}

/** Saves the state of an admin, unless the stored version is the same or newer. Events can arrive in any order. */
export async function saveAdmin(trx: Transaction<Tables>, { id, name, isRemoved }: Admin, version: number): Promise<void> {
  const state = { name, is_removed: isRemoved, version }
  await trx
    .insertInto('admins')
    .values({ id, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state).where('admins.version', '<', version))
    .execute()
}

/** An account manager as the owner sees it: admins without a name are shown as the agency. */
const toManager = ({ id, name }: { id: string; name: string }): AccountManager => ({
  id,
  name: name === ADMIN_NAME_DEFAULT ? brand.name : name,
})

/** Returns an admin, who cannot be removed until commit. Undefined for a removed admin, and for a user who is not an admin. */
export async function lockAdmin(trx: Transaction<Tables>, id: string): Promise<AccountManager | undefined> {
  const admin = await trx
    .selectFrom('admins')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('is_removed', '=', false)
    .forShare()
    .executeTakeFirst()
  return admin && toManager(admin)
}

/** Returns the account manager of a company. Null if it has none. */
export async function accountManagerOf(db: Kysely<Tables>, companyId: string): Promise<AccountManager | null> {
  const manager = await db
    .selectFrom('companies')
    .innerJoin('admins', 'admins.id', 'companies.manager_id')
    .select(['admins.id', 'admins.name'])
    .where('companies.id', '=', companyId)
    .executeTakeFirst()
  return manager ? toManager(manager) : null
}
