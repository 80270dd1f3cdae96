import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import type { TasksDeps } from '../deps.ts'
import { findColleagues, toColleague } from './colleague.repository.ts'

/** Lists the colleagues of a company. Throws 404 if the company does not exist or belongs to another owner. */
export async function listColleagues(deps: TasksDeps, reader: Reader, companyId: string): Promise<Colleague[]> {
  await requireCompany(deps, reader, companyId)
  return (await findColleagues(deps.db, companyId)).map(toColleague)
}
