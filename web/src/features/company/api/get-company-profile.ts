import { getCompanyProfile } from '@app/contracts/http/company.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'

/** Asked once as the page opens: whether there is a profile already. Any refusal reads as no. */
export const useExistingProfile = (token: string | null) =>
  useQuery({
    queryKey: ['existing-company-profile', token],
    queryFn: ({ signal }) => call(getCompanyProfile, { signal }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
