import { CAMPAIGN_PAGE_MAX, type Campaign, type CampaignDetail, listCampaigns } from '@app/contracts/http/campaigns.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { allPages } from '../../shared/api/all-pages.ts'
import { isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { campaignQuery } from '../../shared/campaign/campaign-query.ts'

/** What the portal has loaded again by the service's events is kept under its name. */
const CAMPAIGNS = 'campaigns'
/** 1,000 campaigns: more than anybody sends. */
const PAGES_MAX = 5

async function loadCampaigns(companyProfileId: string, signal: AbortSignal): Promise<Campaign[]> {
  const { list } = await allPages(
    (cursor) => callPage(listCampaigns, { params: { companyProfileId }, query: { limit: CAMPAIGN_PAGE_MAX, cursor }, signal }),
    PAGES_MAX,
  )
  return list
}

const campaignsQuery = (companyProfileId: string) =>
  queryOptions({
    queryKey: [CAMPAIGNS, companyProfileId],
    queryFn: ({ signal }) => loadCampaigns(companyProfileId, signal),
  })

export const useCampaigns = (companyProfileId: string) => useQuery(campaignsQuery(companyProfileId))

/** Stores a campaign from a response in the query cache, before the next load. */
export function cacheCampaign(queryClient: QueryClient, campaign: CampaignDetail): void {
  queryClient.setQueryData(campaignQuery(campaign._id, call).queryKey, campaign)
  void queryClient.invalidateQueries({ queryKey: [CAMPAIGNS, campaign.companyProfileId] })
}

/** What is said when the list did not load; nothing for an ended session, which is answered elsewhere. */
export function loadFailure(error: Error | null): string | undefined {
  if (!error || isStatus(error, 401)) return undefined
  return isStatus(error, 0) ? unlessOffline(error, 'Failed to load campaigns') : 'Unable to load campaigns'
}

/** Has all that is known of campaigns loaded again. */
export const reloadCampaigns = (queryClient: QueryClient): void => void queryClient.invalidateQueries({ queryKey: [CAMPAIGNS] })
