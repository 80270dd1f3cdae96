import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

interface PhotoStorage {
  /** Size of all photos of the company. */
  bytes: number
  /** Version of the next event about photos of the company. */
  version: number
}

/**
 * Locks the sum of a company's photos until the end of the transaction, so that parallel uploads cannot exceed the quota together. Lock the
 * row of a delivery before, and the row of a photo after it.
 */
export async function lockStorage(trx: Transaction<Tables>, companyId: string): Promise<PhotoStorage> {
  await sql`insert into photo_storage (company_id, bytes, version) values (${companyId}, 0, 0) on conflict do nothing`.execute(trx)
  const { rows } = await sql<PhotoStorage>`
    select bytes, version + 1 as version from photo_storage where company_id = ${companyId} for update`.execute(trx)
  const [storage] = rows
  if (!storage) throw new Error('The sum of the photos is not stored')
  return storage
}

export async function setStoredBytes(trx: Transaction<Tables>, companyId: string, bytes: number): Promise<void> {
  await sql`update photo_storage set bytes = ${bytes} where company_id = ${companyId}`.execute(trx)
}

export async function setStorageVersion(trx: Transaction<Tables>, companyId: string, version: number): Promise<void> {
  await sql`update photo_storage set version = ${version} where company_id = ${companyId}`.execute(trx)
}
