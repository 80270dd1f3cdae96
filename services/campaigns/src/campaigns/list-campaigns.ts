import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { ListedCampaign } from '@app/contracts/http/campaigns.ts'
import type { CampaignsDeps } from '../deps.ts'
import { listSuspensions, suspensionOf } from '../suspensions/suspension.repository.ts'
import { campaignsOf, stepsOf } from './campaign.repository.ts'
import { toCampaign } from './campaign.ts'

interface Page {
  limit: number
  before: string | undefined
}

export async function listCampaigns(deps: CampaignsDeps, reader: Reader, companyId: string, page: Page): Promise<ListedCampaign[]> {
  await requireCompany(deps, reader, companyId)
  const rows = await campaignsOf(deps.db, companyId, page)
  const ids = rows.map(({ _id }) => _id)
  const [steps, suspensions] = await Promise.all([stepsOf(deps.db, ids), listSuspensions(deps.db)])
  return rows.map((row) => ({ ...toCampaign(deps.store, row, steps), suspension: suspensionOf(suspensions, row) }))
}
