import { countAudience } from '@app/contracts/http/customers.ts'
import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { useQuery } from '@tanstack/react-query'
import { isStatus } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { shouldRetry } from '../../shared/api/query-client.tsx'

/** The query key starts with `crm-proxy`, so that events of that service invalidate the query. */
export const useAudience = (companyProfileId: string, audience: Audience) =>
  useQuery({
    queryKey: ['crm-proxy', companyProfileId, 'audience', audience],
    queryFn: ({ signal }) => call(countAudience, { query: { audience }, signal }),
    // The spreadsheet did not respond (502). An immediate retry would fail, too.
    retry: (failures, error) => !isStatus(error, 502) && shouldRetry(failures, error),
  })
