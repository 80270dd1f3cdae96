import { AppError } from '@app/chassis/http/errors.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { CompanyDeps } from '../deps.ts'
import { companyOfOwner } from './companies.repository.ts'
import { toProfile } from './profile.ts'

export const profileNotFound = (): AppError => new AppError('no-company-profile', 'not-found', 'Company profile not found')

export async function getProfile({ db, store }: CompanyDeps, ownerId: string): Promise<CompanyProfile> {
  const company = await companyOfOwner(db, ownerId)
  if (!company) throw profileNotFound()
  return toProfile(company, store.publicUrl)
}
