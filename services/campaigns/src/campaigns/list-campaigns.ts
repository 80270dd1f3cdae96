import { requireCompany } from '@app/chassis/companies/own-company.ts'
import type { Reader } from '@app/chassis/http/auth.ts'
import type { listAllCampaigns as contract, ListedCampaign } from '@app/contracts/http/campaigns.ts'
import type * as Type from 'typebox'
import type { CampaignsDeps } from '../deps.ts'
import { listSuspensions, suspensionOf } from '../suspensions/suspension.repository.ts'
import { allCampaigns, type CampaignPage, type CampaignRow, campaignsOf, stepsOf } from './campaign.repository.ts'
import { toCampaign } from './campaign.ts'

type AllCampaigns = Type.Static<(typeof contract.schema.response)[200]>

/** Returns campaigns with their steps, and the suspensions that hold campaigns back. */
async function listed({ db, store }: CampaignsDeps, rows: readonly CampaignRow[]) {
  const ids = rows.map(({ _id }) => _id)
  const [steps, suspensions] = await Promise.all([stepsOf(db, ids), listSuspensions(db)])
  const data = rows.map((row) => {
    const campaign = { ...toCampaign(store, row, steps), suspension: suspensionOf(suspensions, row) }
    return { campaign, companyName: row.companyName }
  })
  return { data, suspensions }
}

export async function listCampaigns(deps: CampaignsDeps, reader: Reader, companyId: string, page: CampaignPage): Promise<ListedCampaign[]> {
  await requireCompany(deps, reader, companyId)
  const { data } = await listed(deps, await campaignsOf(deps.db, companyId, page))
  return data.map(({ campaign }) => campaign)
}

/** Returns a page of the campaigns of all companies, newest first, and all suspensions. `search` is a part of a campaign's or company's name. */
export async function listAllCampaigns(deps: CampaignsDeps, page: CampaignPage & { search: string | undefined }): Promise<AllCampaigns> {
  const { data, suspensions } = await listed(deps, await allCampaigns(deps.db, page))
  return {
    data: data.map(({ campaign, companyName }) => ({ ...campaign, companyName })),
    suspensions: suspensions.map(({ target, ...suspension }) => ({ ...suspension, id: suspension.scope === 'all' ? null : target })),
  }
}
