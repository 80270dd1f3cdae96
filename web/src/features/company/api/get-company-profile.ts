import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { userQuery } from '../../../shared/api/load-user.ts'

/** The profile there is already, or null, as which a refusal reads too. Waits for the user too, whose draft the form picks up. */
async function findProfile(client: QueryClient, signal: AbortSignal) {
  const user = client.prefetchQuery(userQuery)
  const profile = await call(getCompanyProfile, { signal }).catch(() => null)
  await user
  return profile
}

/** Asked once as the page opens: an answer coming later must not take the form away from under the typing. */
export const useExistingProfile = (enabled: boolean) =>
  useQuery({
    queryKey: ['existing-company-profile'],
    queryFn: ({ client, signal }) => findProfile(client, signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
