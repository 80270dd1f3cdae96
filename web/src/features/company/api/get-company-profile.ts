import { type CompanyProfile, getCompanyProfile } from '@app/contracts/http/company.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import { userQuery } from '../../../shared/api/load-user.ts'

/** The profile there is already, or null, as which a refusal reads too. Waits for the user too, whose draft the form picks up. */
async function findProfile(client: QueryClient, signal: AbortSignal): Promise<CompanyProfile | null> {
  const user = client.prefetchQuery(userQuery)
  const profile = await call(getCompanyProfile, { signal }).catch(() => null)
  await user
  return profile
}

/**
 * Undefined until it is known. Asked once as the page opens, and not by a query: an answer coming later must not take the
 * form away from under the typing.
 */
export function useExistingProfile(enabled: boolean): CompanyProfile | null | undefined {
  const queryClient = useQueryClient()
  const [profile, setProfile] = useState<CompanyProfile | null>()

  useEffect(() => {
    if (!enabled) return
    const leaving = new AbortController()
    void findProfile(queryClient, leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setProfile(found)
    })
    return () => leaving.abort()
  }, [enabled, queryClient])

  return profile
}
