import { refusedField } from '@app/chassis/http/errors.ts'
import type { AccountManager } from '@app/contracts/http/company.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { lockAdmin } from './admins.repository.ts'

/** Returns the admin who becomes account manager, and null for nobody. Throws 422 for a user who is not an admin. */
export async function requireAdmin(trx: Transaction<Tables>, adminId: string | null): Promise<AccountManager | null> {
  if (adminId === null) return null
  const admin = await lockAdmin(trx, adminId)
  if (!admin) throw refusedField('adminId', 'There is no such admin.')
  return admin
}
