import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { CompanyManagerChanged } from '@app/contracts/events/company.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

const columns = ['id', 'owner_id as ownerId', 'manager_id as managerId', 'manager_version as managerVersion'] as const

interface Managed {
  id: string
  ownerId: string
  managerId: string | null
  managerVersion: number
}

/** Locks companies in the order of their ids, so that concurrent transactions do not deadlock. */
export const lockManaged = (trx: Transaction<Tables>, ids: readonly string[]): Promise<Managed[]> =>
  trx.selectFrom('companies').select(columns).where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Locks the companies of an account manager, in the order of their ids. */
export const lockManagedBy = (trx: Transaction<Tables>, managerId: string): Promise<Managed[]> =>
  trx.selectFrom('companies').select(columns).where('manager_id', '=', managerId).orderBy('id').forUpdate().execute()

/** Returns companies that have or had an account manager, in the order of their ids. */
export const pageOfManaged = (db: Kysely<Tables>, after: string, limit: number): Promise<Managed[]> =>
  db.selectFrom('companies').select(columns).where('id', '>', after).where('manager_version', '>', 0).orderBy('id').limit(limit).execute()

/** Returns an event with the account manager of a company. */
export const managerEvent = ({ id, ownerId, managerId, managerVersion }: Managed, change: 'changed' | 'none') => ({
  aggregateId: id,
  version: managerVersion,
  data: { companyProfileId: id, ownerId, managerId, change },
})

/** Sets the account manager of locked companies, and adds an event for each. */
export async function setManager(trx: Transaction<Tables>, companies: readonly Managed[], managerId: string | null): Promise<void> {
  if (companies.length === 0) return
  const changed = await trx
    .updateTable('companies')
    .set({ manager_id: managerId, manager_version: sql`manager_version + 1` })
    .where(
      'id',
      'in',
      companies.map(({ id }) => id),
    )
    .returning(columns)
    .execute()
  for (const company of changed) await addEvent(trx, CompanyManagerChanged, managerEvent(company, 'changed'))
}
