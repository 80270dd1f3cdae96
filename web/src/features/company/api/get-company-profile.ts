import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { loadUser } from '../../../shared/api/load-user.ts'
import { useOwner } from '../../../shared/stores/session.ts'

/** The profile there is already, or null: any refusal reads as none. Waits for the user too, whose draft the form picks up. */
async function findProfile(signal: AbortSignal) {
  const user = useOwner.getState().user ?? loadUser()
  const profile = await call(getCompanyProfile, { signal }).catch(() => null)
  await user
  return profile
}

/** Asked once as the page opens: an answer coming later must not take the form away from under the typing. */
export const useExistingProfile = (enabled: boolean) =>
  useQuery({
    queryKey: ['existing-company-profile'],
    queryFn: ({ signal }) => findProfile(signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
