import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Makes the tasks that are being created for one company at once queue up, so that each counts those before it. */
export async function lockCompany(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.selectFrom('company').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Profiles in the order the companies were created (their ids grow with time), after the given id. */
export async function pageOfProfiles(db: Kysely<Tables>, after: string, limit: number): Promise<CompanyProfile[]> {
  const rows = await db.selectFrom('company').select('profile').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.profile)
}
