import { brandImageFields, type CompanyProfile, profileTextFields } from '@app/contracts/http/company.ts'
import { DEFAULT_TIMEZONE } from '@app/contracts/rules/business-dates.ts'
import type { QueryExecutorProvider } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { saveCompany } from '../companies/company-projection.ts'
import { person } from './people.ts'

const all = <K extends string, V>(names: readonly K[], value: V) => Object.fromEntries(names.map((name) => [name, value])) as Record<K, V>

export function profile(overrides: Partial<CompanyProfile> = {}): CompanyProfile {
  const createdAt = '2026-11-21T17:00:00.000Z'
  return {
    ...all(profileTextFields, ''),
    ...all(brandImageFields, null),
    _id: uuidv7(),
    companyName: 'Palm Bakery',
    logo: null,
    timeZone: DEFAULT_TIMEZONE,
    gsapi: '',
    version: 1,
    createdAt,
    updatedAt: createdAt,
    ...overrides,
  }
}

export async function ownerWithCompany({ db }: { db: QueryExecutorProvider }, overrides: Partial<CompanyProfile> = {}) {
  const owner = person('owner')
  const company = profile(overrides)
  await saveCompany(db, { ownerId: owner.id, profile: company, version: 1 })
  return { ...owner, company }
}
