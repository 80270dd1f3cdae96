import type { QueryExecutorProvider } from 'kysely'
import { AppError } from '../errors.ts'
import type { Reader } from '../http/auth.ts'
import { askCompany } from './ask-company.ts'
import { type Company, findCompany, findCompanyOf, saveCompany } from './company-projection.ts'

interface OwnCompanyDeps {
  db: QueryExecutorProvider
  /** Where the company service answers. */
  companyUrl: string
}

export interface Owner {
  id: string
  /** The header the owner's token came in, to ask the company service as the owner. */
  authorization: string
}

export const companyNotFound = (): AppError => new AppError('company-not-found', 'not-found', 'Company profile not found')

/** The owner's company. A profile that was created a moment ago may not have been heard of yet: then the company service is asked, once. */
export async function companyOf({ db, companyUrl }: OwnCompanyDeps, owner: Owner): Promise<Company> {
  const known = await findCompanyOf(db, owner.id)
  if (known) return known
  const profile = await askCompany(companyUrl, owner.authorization)
  if (!profile) throw companyNotFound()
  await saveCompany(db, { ownerId: owner.id, profile, version: 0 })
  return { id: profile._id, ownerId: owner.id, name: profile.companyName }
}

/** The owner's company, if that is the one asked for; 404 for any other, there or not. */
export async function ownCompany(deps: OwnCompanyDeps, owner: Owner, companyId: string): Promise<Company> {
  const company = await companyOf(deps, owner)
  if (company.id !== companyId.toLowerCase()) throw companyNotFound()
  return company
}

/** 404 for a company that is not there or that the caller may not look into. */
export async function requireCompany(deps: OwnCompanyDeps, reader: Reader, companyId: string): Promise<void> {
  if (reader.role === 'owner') await ownCompany(deps, reader, companyId)
  else if (!(await findCompany(deps.db, companyId))) throw companyNotFound()
}
