import { getCampaign } from '@app/contracts/http/campaigns.ts'
import { queryOptions } from '@tanstack/react-query'
import type { call } from '../../shared/api/call.ts'
import { isInProgress } from './dispatch-words.ts'

/** Polling interval in ms while a campaign is being sent. */
const PROGRESS_MS = 2_000

export const campaignQuery = (id: string, ask: typeof call) =>
  queryOptions({
    // The key begins with the service's name, because events of that service invalidate the query.
    queryKey: ['campaigns', 'one', id],
    queryFn: ({ signal }) => ask(getCampaign, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.dispatches.some(isInProgress) ? PROGRESS_MS : false),
  })

/** Query parameters of the list of recipients: the dispatch, the filter by state, the search text, and the recipient whose details are open. */
export const peopleParameters: readonly string[] = ['people', 'only', 'find', 'recipient']
