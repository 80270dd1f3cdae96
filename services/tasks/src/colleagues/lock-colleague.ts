import { type Company, findCompany } from '@app/chassis/companies/company-projection.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { lockOwnerAddressExclusive } from '../reviews/owner-address.repository.ts'
import { type ColleagueRow, findColleague } from './colleague.repository.ts'

export interface LockedColleague {
  colleague: ColleagueRow
  company: Company
}

/**
 * Returns a colleague and its company, and locks the owner's row in `owner_address` until commit. Decisions through review links hold a
 * shared lock on this row. So a change of a colleague waits for running decisions, and later decisions see the change. Undefined for an
 * unknown id.
 */
export async function lockColleague(trx: Transaction<Tables>, id: string): Promise<LockedColleague | undefined> {
  const known = await findColleague(trx, id)
  const company = known && (await findCompany(trx, known.companyId))
  if (!company) return undefined
  await lockOwnerAddressExclusive(trx, company.ownerId)
  // Reads the colleague again, because another transaction may have changed it before the lock.
  const colleague = await findColleague(trx, id)
  return colleague && { colleague, company }
}
