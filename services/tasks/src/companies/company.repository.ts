import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface Company {
  id: string
  ownerId: string
  name: string
}

const columns = ['id', 'owner_id as ownerId', 'name'] as const

export const findCompany = (db: Kysely<Tables>, id: string): Promise<Company | undefined> =>
  db.selectFrom('company').select(columns).where('id', '=', id).executeTakeFirst()

export const findCompanyOf = (db: Kysely<Tables>, ownerId: string): Promise<Company | undefined> =>
  db.selectFrom('company').select(columns).where('owner_id', '=', ownerId).executeTakeFirst()

/** Makes the tasks that are being created for one company at once queue up, so that each counts those before it. */
export async function lockCompany(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.selectFrom('company').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

interface Snapshot {
  ownerId: string
  profile: CompanyProfile
  version: number
}

/** Takes a profile in unless a newer one is known: events can arrive late and more than once. */
export async function saveCompany(db: Kysely<Tables>, { ownerId, profile, version }: Snapshot): Promise<void> {
  await db
    .insertInto('company')
    .values({ id: profile._id, owner_id: ownerId, name: profile.companyName, profile: JSON.stringify(profile), version })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          profile: eb.ref('excluded.profile'),
          version: eb.ref('excluded.version'),
        }))
        .whereRef('company.version', '<', 'excluded.version'),
    )
    .execute()
}

/** Profiles in the order the companies were created (their ids grow with time), after the given id. */
export async function pageOfProfiles(db: Kysely<Tables>, after: string, limit: number): Promise<CompanyProfile[]> {
  const rows = await db.selectFrom('company').select('profile').where('id', '>', after).orderBy('id').limit(limit).execute()
  return rows.map((row) => row.profile)
}
