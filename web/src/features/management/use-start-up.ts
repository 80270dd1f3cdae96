import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isStatus, isTransient, unlessOffline } from '../../shared/api/api-error.ts'
import { companyQuery } from '../../shared/api/company.ts'
import { type SessionEnd, useSessionEnd } from '../../shared/api/session-end.ts'
import { signOut } from '../../shared/api/sign-out.ts'
import { userQuery } from '../../shared/api/user.ts'
import { useSession } from '../../shared/stores/session.ts'
import { withReturnSearch } from '../../shared/ui/navigation.ts'
import { notify } from '../../shared/ui/notify.tsx'

/** Message for an expired session, and the time in ms that it is shown before the login page opens. */
export interface Expiry {
  message: string
  afterMs?: number
}

const EXPIRED: Expiry = { message: 'Session expired. Please log in again' }

interface StartUp {
  /** Whether the owner logged out in this tab. */
  left: boolean
  sessionEnd: SessionEnd | undefined
  userError: Error | null
  /** Whether the profile has been loaded at least once. */
  hasProfile: boolean
  profileError: Error | null
  noProfile: string | undefined
  expiry?: Expiry
}

interface Redirect extends Partial<Expiry> {
  to: '/' | '/login' | '/new-company'
}

/** Returns the page to which a visitor without access is redirected, with a message. Returns `undefined` if the visitor has access. */
export function redirectFor({
  left,
  sessionEnd,
  userError,
  hasProfile,
  profileError,
  noProfile,
  expiry = EXPIRED,
}: StartUp): Redirect | undefined {
  if (left) return { to: '/' }
  if (sessionEnd === 'none') return { to: '/login', message: 'Please log in again' }
  if (sessionEnd === 'expired' || isStatus(userError, 401) || isStatus(profileError, 401)) return { to: '/login', ...expiry }
  if (sessionEnd === 'left') return { to: '/login', message: hasProfile ? undefined : 'Authentication required' }
  // A permanent error means that the token belongs to no user. Temporary errors, such as an unavailable server, do not cause a redirect.
  if (userError && !isTransient(userError)) return { to: '/login' }
  if (noProfile) return { to: '/new-company', message: noProfile }
  return undefined
}

/** Checks the token and loads the company profile. Redirects if the token is invalid or the profile does not exist. */
export function useStartUp(expiry: Expiry | undefined) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { token, logout } = useSession()
  const [left, setLeft] = useState(false)
  const sessionEnd = useSessionEnd('owner')
  const user = useQuery({ ...userQuery, enabled: token !== null })
  const company = useQuery({ ...companyQuery, enabled: token !== null })
  const profile = company.data?.profile
  // A separate state, because the query data is removed together with the token.
  const [hasProfile, setHasProfile] = useState(false)
  if (profile && !hasProfile) setHasProfile(true)
  const redirect = redirectFor({
    left,
    sessionEnd,
    userError: user.error,
    hasProfile,
    profileError: company.error,
    noProfile: user.isSuccess && company.data?.profile === null ? company.data.message : undefined,
    expiry,
  })

  const { to, message, afterMs } = redirect ?? {}
  useEffect(() => {
    if (!to) return
    if (message) notify.error(message)
    if (to !== '/new-company') logout()
    const go = () => void navigate(to, { replace: true, state: to === '/login' ? withReturnSearch(search) : null })
    if (!afterMs) return go()
    const timer = setTimeout(go, afterMs)
    return () => clearTimeout(timer)
  }, [to, message, afterMs, search, logout, navigate])

  function failure(): { message: string; retry: () => void } | undefined {
    if (redirect) return undefined
    const failed = user.isLoadingError ? user : company
    if (!failed.isLoadingError) return undefined
    const message = failed === user ? 'Initialization error' : 'Failed to load company profile'
    return { message: unlessOffline(failed.error, message), retry: () => void failed.refetch() }
  }

  return {
    profile: redirect || !user.isSuccess ? undefined : (profile ?? undefined),
    failure: failure(),
    leave: () => {
      setLeft(true)
      signOut('owner')
    },
  }
}
