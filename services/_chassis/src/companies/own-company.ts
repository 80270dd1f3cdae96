import type { QueryExecutorProvider } from 'kysely'
import type { Reader } from '../http/auth.ts'
import { AppError } from '../http/errors.ts'
import { askCompany } from './ask-company.ts'
import { type Company, findCompany, findCompanyOf, saveCompany } from './company-projection.ts'

interface OwnCompanyDeps {
  db: QueryExecutorProvider
  companyUrl: string
}

export interface Owner {
  id: string
  /** The `Authorization` header of the owner's request. It is forwarded to the company service. */
  authorization: string
}

export const companyNotFound = (): AppError => new AppError('company-not-found', 'not-found', 'Company profile not found')

/** Returns the owner's company. If the profile is not stored yet, requests it from the company service and stores it. */
export async function companyOf({ db, companyUrl }: OwnCompanyDeps, owner: Owner): Promise<Company> {
  const known = await findCompanyOf(db, owner.id)
  if (known) return known
  const profile = await askCompany(companyUrl, owner.authorization)
  if (!profile) throw companyNotFound()
  await saveCompany(db, { ownerId: owner.id, profile, version: 0 })
  return { id: profile._id, ownerId: owner.id, name: profile.companyName }
}

/** Returns the owner's company if its id is `companyId`. Throws a 404 for any other id, even if a company with that id exists. */
export async function ownCompany(deps: OwnCompanyDeps, owner: Owner, companyId: string): Promise<Company> {
  const company = await companyOf(deps, owner)
  if (company.id !== companyId.toLowerCase()) throw companyNotFound()
  return company
}

/** Throws a 404 if the company does not exist or if the caller has no access to it. */
export async function requireCompany(deps: OwnCompanyDeps, reader: Reader, companyId: string): Promise<void> {
  if (reader.role === 'owner') await ownCompany(deps, reader, companyId)
  else if (!(await findCompany(deps.db, companyId))) throw companyNotFound()
}
