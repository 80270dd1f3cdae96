import { isStatus } from '../../shared/api/api-error.ts'

const EXPIRED = 'Session expired. Please log in again'

interface StartUp {
  /** Whether the owner chose to log out. */
  left: boolean
  /** Whether there was a token when the page opened, and whether there still is. */
  hadToken: boolean
  hasToken: boolean
  /** Whether a call was refused because the token had ended. */
  expired: boolean
  /** Why the token's user was not told. */
  userError: Error | null
  profileError: Error | null
}

interface Redirect {
  to: '/' | '/login' | '/new-company'
  message?: string
}

/** Where somebody who cannot be shown the management area goes, and what is said; undefined to stay. */
export function redirectFor({ left, hadToken, hasToken, expired, userError, profileError }: StartUp): Redirect | undefined {
  if (left) return { to: '/' }
  if (!hadToken) return { to: '/login', message: 'Please log in again' }
  if (expired || isStatus(userError, 401) || isStatus(profileError, 401)) return { to: '/login', message: EXPIRED }
  // A token that tells nothing, or that another tab has removed.
  if (userError || !hasToken) return { to: '/login' }
  if (isStatus(profileError, 404)) return { to: '/new-company', message: 'Please create a company profile first' }
  return undefined
}
