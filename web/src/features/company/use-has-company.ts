import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { companyQuery, userQuery } from '../../shared/api/owner.ts'

/**
 * Whether the owner has a company already; undefined until that is known, with why it is not if asking failed. Asked as the page
 * opens, and once: an answer coming later must not take the form away from under the typing. Waits for the user too, whose draft
 * the form picks up.
 */
export function useHasCompany(enabled: boolean) {
  const queryClient = useQueryClient()
  const [hasCompany, setHasCompany] = useState<boolean>()
  const [error, setError] = useState<unknown>()

  useEffect(() => {
    if (!enabled || error) return
    let left = false
    const ask = async () => {
      const user = queryClient.prefetchQuery(userQuery)
      const { profile } = await queryClient.fetchQuery({ ...companyQuery, staleTime: 0 })
      await user
      if (!left) setHasCompany(profile !== null)
    }
    ask().catch((failure) => !left && setError(failure))
    return () => {
      left = true
    }
  }, [enabled, error, queryClient])

  return { hasCompany, error, retry: () => setError(undefined) }
}
