import { brandImageFields, profileTextFields } from '@app/contracts/http/company.ts'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { CompanyRow, Tables } from '../db/tables.ts'

const columns = [
  'id',
  'owner_id',
  ...profileTextFields,
  'logo',
  ...brandImageFields,
  'gsapi',
  'version',
  'created_at',
  'updated_at',
] as const

/** A profile, without the account manager. */
export type Company = Pick<Selectable<CompanyRow>, (typeof columns)[number]>

export const companyOfOwner = (db: Kysely<Tables>, ownerId: string): Promise<Company | undefined> =>
  db.selectFrom('companies').select(columns).where('owner_id', '=', ownerId).executeTakeFirst()

interface Owner {
  id: string
  ownerId: string
  at: string
}

/** Selects the owner's row FOR UPDATE, and inserts it first if it does not exist. So concurrent saves run one after the other. */
export async function lockOrCreate(trx: Transaction<Tables>, { id, ownerId, at }: Owner): Promise<{ company: Company; created: boolean }> {
  const locked = trx.selectFrom('companies').select(columns).where('owner_id', '=', ownerId).forUpdate()
  const known = await locked.executeTakeFirst()
  if (known) return { company: known, created: false }
  const inserted = await trx
    .insertInto('companies')
    .values({ id, owner_id: ownerId, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (inserted) return { company: inserted, created: true }
  return { company: await locked.executeTakeFirstOrThrow(), created: false }
}

/** Increments the version. Returns undefined if the company does not exist. */
export const changeCompany = (
  trx: Transaction<Tables>,
  id: string,
  change: Partial<Insertable<CompanyRow>>,
): Promise<Company | undefined> =>
  trx
    .updateTable('companies')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

export const pageOfCompanies = (db: Kysely<Tables>, after: string, limit: number): Promise<Company[]> =>
  db.selectFrom('companies').select(columns).where('id', '>', after).orderBy('id').limit(limit).execute()
