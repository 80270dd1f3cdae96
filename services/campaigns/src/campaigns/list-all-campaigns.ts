import type { listAllCampaigns as contract } from '@app/contracts/http/campaigns.ts'
import type * as Type from 'typebox'
import type { CampaignsDeps } from '../deps.ts'
import { listSuspensions, suspensionOf } from '../suspensions/suspension.repository.ts'
import { allCampaigns, stepsOf } from './campaign.repository.ts'
import { toCampaign } from './campaign.ts'

type CampaignList = Type.Static<(typeof contract.schema.response)[200]>

interface Page {
  limit: number
  before: string | undefined
  /** Part of the name of a campaign or company. */
  search: string | undefined
}

/** Returns a page of the campaigns of all companies, newest first, and all suspensions. */
export async function listAllCampaigns({ db, store }: CampaignsDeps, page: Page): Promise<CampaignList> {
  const rows = await allCampaigns(db, page)
  const ids = rows.map(({ _id }) => _id)
  const [steps, suspensions] = await Promise.all([stepsOf(db, ids), listSuspensions(db)])
  return {
    data: rows.map((row) => ({
      ...toCampaign(store, row, steps),
      companyName: row.companyName,
      suspension: suspensionOf(suspensions, row),
    })),
    suspensions: suspensions.map(({ scope, target, reason, since, name }) => ({
      scope,
      reason,
      since,
      name,
      id: scope === 'all' ? null : target,
    })),
  }
}
