import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { Suppression } from '@app/contracts/http/suppressions.ts'
import type { CampaignsDeps } from '../deps.ts'
import { type SuppressionPage, suppressionsOf } from './suppression.repository.ts'

export async function listSuppressions(
  deps: CampaignsDeps,
  reader: Reader,
  companyId: string,
  page: SuppressionPage,
): Promise<Suppression[]> {
  await requireCompany(deps, reader, companyId)
  return suppressionsOf(deps.db, companyId, page)
}
