import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Copy, CopyMetadata } from './copy.ts'

/** A copy is fresh up to this age, in seconds. */
const FRESH_S = 15

export interface KnownCopy {
  readAt: string
  isFresh: boolean
  digest: string
}

export async function findCopy(db: Kysely<Tables>, companyId: string): Promise<KnownCopy | undefined> {
  return await db
    .selectFrom('copy')
    .select(['read_at as readAt', 'digest'])
    .select(sql<boolean>`not is_outdated and read_at > now() - ${FRESH_S} * interval '1 second' and read_at <= now()`.as('isFresh'))
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

const rowColumns = ['read_at as readAt', 'digest', 'rows', 'crc', 'size', 'about'] as const

export const readRows = (db: Kysely<Tables>, companyId: string) =>
  db.selectFrom('copy').select(rowColumns).where('company_id', '=', companyId).executeTakeFirst()

/** Reads the rows, and the original text of cells that parsing changed. */
export const readCopy = (db: Kysely<Tables>, companyId: string) =>
  db
    .selectFrom('copy')
    .select([...rowColumns, 'raw'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()

export type StoredRows = NonNullable<Awaited<ReturnType<typeof readRows>>>
export type StoredCopy = NonNullable<Awaited<ReturnType<typeof readCopy>>>

export async function findCopyMetadata(db: Kysely<Tables>, companyId: string): Promise<CopyMetadata | undefined> {
  const copy = await db.selectFrom('copy').select('about').where('company_id', '=', companyId).executeTakeFirst()
  return copy?.about
}

/** Stores a copy that the service started to read at `readAt`. If the content is unchanged, only updates `read_at`. */
export async function storeCopy(trx: Transaction<Tables>, companyId: string, readAt: string, copy: Copy): Promise<void> {
  const { rows, raw, digest, columns, notUnderstood, lastRow } = copy
  const about: CopyMetadata = { columns, notUnderstood, lastRow }
  const { numUpdatedRows } = await trx
    .updateTable('copy')
    .set({ read_at: readAt, is_outdated: false })
    .where('company_id', '=', companyId)
    .where('digest', '=', digest)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const { bytes, crc, size } = rows
  const row = { read_at: readAt, rows: bytes, crc, size, raw, about: JSON.stringify(about), digest, is_outdated: false }
  await trx
    .insertInto('copy')
    .values({ company_id: companyId, ...row })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
    .execute()
}

/** Deletes changes that were written to the sheet before `readAt`, because the copy contains them. Returns whether any was deleted. */
export async function deleteWrittenBefore(trx: Transaction<Tables>, companyId: string, readAt: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('write')
    .where('company_id', '=', companyId)
    .where('state', '=', 'written')
    .where('written_at', '<', readAt)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function markCopyOutdated(trx: Transaction<Tables>, companyId: string): Promise<void> {
  await trx.updateTable('copy').set({ is_outdated: true }).where('company_id', '=', companyId).execute()
}
