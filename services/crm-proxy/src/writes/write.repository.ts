import type { SheetWrite } from '@app/contracts/http/customers.ts'
import type { CustomerChanges } from '@app/contracts/rules/customers.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { OldRow, Tables } from '../db/tables.ts'

const columns = [
  'id',
  'kind',
  'customer_id',
  'email',
  'name',
  'values',
  'seen',
  'old',
  'state',
  'theirs',
  'problem',
  'sent_at',
  'equal_rows_before',
  'person_before',
  'person_after',
  'created_at',
] as const

export type StoredWrite = Pick<Selectable<Tables['write']>, (typeof columns)[number]>

export interface NewWrite {
  id: string
  kind: SheetWrite['kind']
  customerId: string
  email?: string
  name?: string
  values: CustomerChanges
  seen: CustomerChanges
  old: OldRow[]
  /** The row's person keys before and after the change, if they differ. */
  persons?: { before: string; after: string }
}

export const toSheetWrite = (write: StoredWrite): SheetWrite => ({
  id: write.id,
  kind: write.kind,
  state: write.state,
  customerId: write.customer_id,
  values: write.values,
  seen: write.seen,
  theirs: write.theirs,
  removes: write.kind === 'merge' ? write.old.slice(1).map(({ id }) => id) : [],
  problem: write.problem,
  createdAt: write.created_at,
})

/** Returns a company's stored changes in their order. A change that the copy of the sheet contains is not stored any more. */
export const writesOf = (db: Kysely<Tables>, companyId: string): Promise<StoredWrite[]> =>
  db.selectFrom('write').select(columns).where('company_id', '=', companyId).orderBy('position').execute()

export async function insertWrite(trx: Transaction<Tables>, companyId: string, write: NewWrite): Promise<StoredWrite> {
  const { id, kind, customerId, email, name, values, seen, old, persons } = write
  return trx
    .insertInto('write')
    .values({
      id,
      company_id: companyId,
      kind,
      customer_id: customerId,
      email,
      name,
      values: JSON.stringify(values),
      seen: JSON.stringify(seen),
      old: JSON.stringify(old),
      person_before: persons?.before,
      person_after: persons?.after,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const nextWrite = (db: Kysely<Tables>, companyId: string): Promise<StoredWrite | undefined> =>
  db
    .selectFrom('write')
    .select(columns)
    .where('company_id', '=', companyId)
    .where('state', '=', 'pending')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

/** Deletes the updates and merges of these customers that wait for the owner's decision. A new change replaces them. */
export async function deleteUndecided(trx: Transaction<Tables>, companyId: string, customerIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('write')
    .where('company_id', '=', companyId)
    .where('customer_id', 'in', customerIds)
    .where('kind', 'in', ['update', 'merge'])
    .where('state', 'in', ['conflict', 'refused'])
    .execute()
}

export const lockWrite = (trx: Transaction<Tables>, companyId: string, id: string): Promise<StoredWrite | undefined> =>
  trx.selectFrom('write').select(columns).where('company_id', '=', companyId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Returns a change that waits for the decision of this owner. */
export const findUndecided = (db: Kysely<Tables>, id: string, ownerId: string) =>
  db
    .selectFrom('write')
    .innerJoin('company', 'company.id', 'write.company_id')
    .select(['write.kind', 'write.customer_id', 'write.name', 'write.state', 'write.problem'])
    .where('write.id', '=', id)
    .where('write.state', 'in', ['conflict', 'refused'])
    .where('company.owner_id', '=', ownerId)
    .executeTakeFirst()

export async function deleteWrite(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('write').where('id', '=', id).execute()
}

export async function recordWritten(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.updateTable('write').set({ state: 'written', written_at: sql`now()` }).where('id', '=', id).execute()
}

export async function recordSent(trx: Transaction<Tables>, id: string, equalRowsBefore: number): Promise<void> {
  await trx.updateTable('write').set({ sent_at: sql`now()`, equal_rows_before: equalRowsBefore }).where('id', '=', id).execute()
}

export async function countError(trx: Transaction<Tables>, id: string): Promise<number> {
  const { errors } = await trx
    .updateTable('write')
    .set({ errors: sql`errors + 1` })
    .where('id', '=', id)
    .returning('errors')
    .executeTakeFirstOrThrow()
  return errors
}

interface Refusal {
  state: 'conflict' | 'refused'
  problem: string
  theirs?: CustomerChanges
  old?: OldRow[]
}

export async function recordRefused(trx: Transaction<Tables>, id: string, { state, problem, theirs, old }: Refusal): Promise<void> {
  await trx
    .updateTable('write')
    .set({ state, problem, ...(theirs && { theirs: JSON.stringify(theirs) }), ...(old && { old: JSON.stringify(old) }) })
    .where('id', '=', id)
    .execute()
}

/** Replaces a Customer ID in the company's stored changes. A script may give a new entry another id than the product. */
export async function renameCustomer(trx: Transaction<Tables>, companyId: string, from: string, to: string): Promise<void> {
  await trx
    .updateTable('write')
    .set({ customer_id: to, old: sql`replace(old::text, ${JSON.stringify(from)}, ${JSON.stringify(to)})::jsonb` })
    .where('company_id', '=', companyId)
    .where('customer_id', '=', from)
    .execute()
}
