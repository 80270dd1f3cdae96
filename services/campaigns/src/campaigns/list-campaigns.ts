import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { Campaign } from '@app/contracts/http/campaigns.ts'
import type { CampaignsDeps } from '../deps.ts'
import { campaignsOf, stepsOf } from './campaign.repository.ts'
import { toCampaign } from './campaign.ts'

interface Page {
  limit: number
  before: string | undefined
}

export async function listCampaigns(deps: CampaignsDeps, reader: Reader, companyId: string, page: Page): Promise<Campaign[]> {
  await requireCompany(deps, reader, companyId)
  const rows = await campaignsOf(deps.db, companyId, page)
  const steps = await stepsOf(
    deps.db,
    rows.map(({ _id }) => _id),
  )
  return rows.map((row) => toCampaign(deps.store, row, steps))
}
