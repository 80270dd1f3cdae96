import { isPassing, isStatus } from '../../shared/api/api-error.ts'
import type { SessionEnd } from '../../shared/api/session-end.ts'

const EXPIRED = 'Session expired. Please log in again'

interface StartUp {
  /** Whether the owner chose to log out. */
  left: boolean
  sessionEnd: SessionEnd | undefined
  /** Why the token's user was not told. */
  userError: Error | null
  /** Whether the company has been there: the page was at work. */
  hasProfile: boolean
  profileError: Error | null
  /** What an owner without a company is told. */
  noProfile: string | undefined
}

interface Redirect {
  to: '/' | '/login' | '/new-company'
  message?: string
}

/** Where somebody who cannot be shown the management area goes, and what is said; undefined to stay. */
export function redirectFor({ left, sessionEnd, userError, hasProfile, profileError, noProfile }: StartUp): Redirect | undefined {
  if (left) return { to: '/' }
  if (sessionEnd === 'none') return { to: '/login', message: 'Please log in again' }
  if (sessionEnd === 'expired' || isStatus(userError, 401) || isStatus(profileError, 401)) return { to: '/login', message: EXPIRED }
  if (sessionEnd === 'left') return { to: '/login', message: hasProfile ? undefined : 'Authentication required' }
  // A token that tells nothing. A server that is away for a moment has not said so.
  if (userError && !isPassing(userError)) return { to: '/login' }
  if (noProfile) return { to: '/new-company', message: noProfile }
  return undefined
}
