import { CAMPAIGN_PAGE_MAX, type CampaignDetail, type ListedCampaign, listCampaigns } from '@app/contracts/http/campaigns.ts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { campaignQuery } from '../../domain/campaign/campaign-query.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { isStatus, unlessOffline } from '../../shared/api/api-error.ts'
import { call, callPage } from '../../shared/api/call.ts'

/** First part of the query keys. When an event arrives whose type begins with this word, `ManagementPage` invalidates the queries. */
const CAMPAIGNS = 'campaigns'
/** Maximum number of pages to load: 5 pages of 200 campaigns. No company is expected to have more. */
const PAGES_MAX = 5

async function loadCampaigns(companyProfileId: string, signal: AbortSignal): Promise<ListedCampaign[]> {
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

export function cacheCampaign(queryClient: QueryClient, campaign: CampaignDetail): void {
  queryClient.setQueryData(campaignQuery(campaign._id, call).queryKey, campaign)
  void queryClient.invalidateQueries({ queryKey: [CAMPAIGNS, campaign.companyProfileId] })
}

/** Returns no message for an expired session (401), because the portal shows its own message and opens the login page. */
export function loadFailure(error: Error | null): string | undefined {
  if (!error || isStatus(error, 401)) return undefined
  return isStatus(error, 0) ? unlessOffline(error, 'Failed to load campaigns') : 'Unable to load campaigns'
}

export const reloadCampaigns = (queryClient: QueryClient): void => void queryClient.invalidateQueries({ queryKey: [CAMPAIGNS] })
