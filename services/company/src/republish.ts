import { type Env, loadConfig, storageConfig } from '@app/chassis/config/config.ts'
import { republishStates, withServiceDatabase } from '@app/chassis/messaging/republish.ts'
import { createObjectStore } from '@app/chassis/storage/object-store.ts'
import { CompanyManagerChanged, CompanyProfileSaved } from '@app/contracts/events/company.ts'
import type { Tables } from './db/tables.ts'
import { managerEvent, pageOfManaged } from './managers/managers.repository.ts'
import { pageOfCompanies } from './profile/companies.repository.ts'
import { toProfile } from './profile/profile.ts'

/** Publishes the state of every profile and of every account manager again. Returns the number of events. */
export function republish(env: Env): Promise<number> {
  const { publicUrl } = createObjectStore(loadConfig(storageConfig, env))
  return withServiceDatabase<Tables, number>('company', env, async (db) => {
    const profiles = await republishStates(db, CompanyProfileSaved, async (trx, after, limit) => {
      const companies = await pageOfCompanies(trx, after, limit)
      return companies.map((company) => ({
        aggregateId: company.id,
        version: company.version,
        data: { ownerId: company.owner_id, change: 'none', profile: toProfile(company, publicUrl) },
      }))
    })
    const managers = await republishStates(db, CompanyManagerChanged, async (trx, after, limit) =>
      (await pageOfManaged(trx, after, limit)).map((company) => managerEvent(company, 'none')),
    )
    return profiles + managers
  })
}
