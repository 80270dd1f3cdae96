import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { unlessOffline } from '../../shared/api/api-error.ts'
import { companyQuery, userQuery } from '../../shared/api/owner.ts'
import { useSessionEnd } from '../../shared/api/session-end.ts'
import { signOut } from '../../shared/api/sign-out.ts'
import { useSession } from '../../shared/stores/session.ts'
import { askedFor } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { redirectFor } from './start-up.ts'

/** Checks the token, loads the company, and sends away whoever has neither; the profile once it is there. */
export function useStartUp() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const queryClient = useQueryClient()
  const { token, logout } = useSession()
  const [left, setLeft] = useState(false)
  const sessionEnd = useSessionEnd('owner')
  const user = useQuery({ ...userQuery, enabled: token !== null })
  const company = useQuery({ ...companyQuery, enabled: token !== null && user.isSuccess })
  const profile = company.data?.profile
  const redirect = redirectFor({
    left,
    sessionEnd,
    userError: user.error,
    hasProfile: Boolean(profile),
    profileError: company.error,
    noProfile: company.data?.profile === null ? company.data.told : undefined,
  })

  const { to, message } = redirect ?? {}
  useEffect(() => {
    if (!to) return
    if (message) notify.error(message)
    if (to !== '/new-company') {
      logout()
      queryClient.clear()
    }
    navigate(to, { replace: true, state: to === '/login' ? askedFor(search) : null })
  }, [to, message, search, logout, navigate, queryClient])

  /** What could not be loaded, in its words, and what loads it again. */
  function failure(): { message: string; retry: () => void } | undefined {
    if (redirect) return undefined
    const failed = user.isLoadingError ? user : company
    if (!failed.isLoadingError) return undefined
    const message = failed === user ? 'Initialization error' : 'Failed to load company profile'
    return { message: unlessOffline(failed.error, message), retry: () => void failed.refetch() }
  }

  return {
    profile: redirect ? undefined : (profile ?? undefined),
    failure: failure(),
    leave: () => {
      setLeft(true)
      signOut('owner')
    },
  }
}
