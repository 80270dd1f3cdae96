import { isStatus } from '../../shared/api/api-error.ts'

const EXPIRED = 'Session expired. Please log in again'

interface StartUp {
  /** Whether there was a token when the page opened, and whether there still is. */
  hadToken: boolean
  hasToken: boolean
  /** Whether a call was refused because the token had ended. */
  expired: boolean
  /** Whether the token's user could be loaded; undefined while that is not known. */
  hasUser: boolean | undefined
  profileError: Error | null
}

interface Redirect {
  to: '/' | '/login' | '/new-company'
  message?: string
}

/** Where somebody who cannot be shown the management area goes, and what is said; undefined to stay. */
export function redirectFor({ hadToken, hasToken, expired, hasUser, profileError }: StartUp): Redirect | undefined {
  if (!hadToken) return { to: '/login', message: 'Please log in again' }
  if (expired || hasUser === false || isStatus(profileError, 401)) return { to: '/login', message: EXPIRED }
  if (!hasToken) return { to: '/' }
  if (isStatus(profileError, 404)) return { to: '/new-company', message: 'Please create a company profile first' }
  return undefined
}
