import { countAudience } from '@app/contracts/http/customers.ts'
import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { useQuery } from '@tanstack/react-query'
import { isStatus } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { shouldRetry } from '../../shared/api/query-client.tsx'

/**
 * Loads the size of a campaign's audience and a sample of its people. The query key starts with `crm-proxy`, so that events of that service
 * invalidate the query.
 */
export const useAudience = (companyProfileId: string, audience: Audience) =>
  useQuery({
    queryKey: ['crm-proxy', companyProfileId, 'audience', audience],
    queryFn: ({ signal }) => call(countAudience, { query: { audience }, signal }),
    // A 502 means that the spreadsheet did not respond. It is not retried, because a retry soon after would fail, too.
    retry: (failures, error) => !isStatus(error, 502) && shouldRetry(failures, error),
  })
