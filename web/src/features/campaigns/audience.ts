import { countAudience } from '@app/contracts/http/customers.ts'
import type { Audience } from '@app/contracts/rules/campaigns.ts'
import { useQuery } from '@tanstack/react-query'
import { isStatus } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { shouldRetry } from '../../shared/api/query-client.tsx'

/** Whom a campaign would go to; kept by the name of the service that knows, by whose events the portal has it loaded again. */
export const useAudience = (companyProfileId: string, audience: Audience) =>
  useQuery({
    queryKey: ['crm-proxy', companyProfileId, 'audience', audience],
    queryFn: ({ signal }) => call(countAudience, { query: { audience }, signal }),
    // That the spreadsheet did not answer is known for a while.
    retry: (failures, error) => !isStatus(error, 502) && shouldRetry(failures, error),
  })
