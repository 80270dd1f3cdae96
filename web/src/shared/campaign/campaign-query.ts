import { getCampaign } from '@app/contracts/http/campaigns.ts'
import { queryOptions } from '@tanstack/react-query'
import type { call } from '../api/call.ts'
import { isInProgress } from './dispatch-words.ts'

/** How often a campaign is asked for while it is being sent. */
const PROGRESS_MS = 2_000

/** One campaign with its sendings, asked for as an owner or as an admin. */
export const campaignQuery = (id: string, ask: typeof call) =>
  queryOptions({
    // By the name of the service, whose events have it loaded again.
    queryKey: ['campaigns', 'one', id],
    queryFn: ({ signal }) => ask(getCampaign, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.dispatches.some(isInProgress) ? PROGRESS_MS : false),
  })
