import { brandImageFields, profileTextFields } from '@app/contracts/http/company.ts'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { CompanyRow, Tables } from '../db/tables.ts'

export type Company = Selectable<CompanyRow>

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

export const companyOfOwner = (db: Kysely<Tables>, ownerId: string): Promise<Company | undefined> =>
  db.selectFrom('companies').select(columns).where('owner_id', '=', ownerId).executeTakeFirst()

interface Owner {
  /** What a new row is called. */
  id: string
  ownerId: string
  at: string
}

/** The owner's row, made when there is none, and held: of several saves at once each sees what the one before left. */
export async function lockOrCreate(trx: Transaction<Tables>, { id, ownerId, at }: Owner): Promise<{ company: Company; created: boolean }> {
  const held = trx.selectFrom('companies').select(columns).where('owner_id', '=', ownerId).forUpdate()
  const known = await held.executeTakeFirst()
  if (known) return { company: known, created: false }
  const inserted = await trx
    .insertInto('companies')
    .values({ id, owner_id: ownerId, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('owner_id').doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (inserted) return { company: inserted, created: true }
  return { company: await held.executeTakeFirstOrThrow(), created: false }
}

/** Undefined when there is no such company. */
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

/** Companies in the order of their ids, after the given one. */
export const pageOfCompanies = (db: Kysely<Tables>, after: string, limit: number): Promise<Company[]> =>
  db.selectFrom('companies').select(columns).where('id', '>', after).orderBy('id').limit(limit).execute()
