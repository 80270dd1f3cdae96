import { describe, expect, it } from 'vitest'
import { ApiError, noAnswer } from '../../shared/api/api-error.ts'
import { redirectFor } from './use-start-up.ts'

const refused = (status: number) => new ApiError(status, {})
const signedIn = {
  left: false,
  sessionEnd: undefined,
  userError: null,
  hasProfile: false,
  profileError: null,
  noProfile: undefined,
}
const EXPIRED = { to: '/login', message: 'Session expired. Please log in again' }
const FIRST = 'Please create a company profile first'

describe('who may stay in the management area', () => {
  it.each([
    ['no token', { ...signedIn, sessionEnd: 'none' as const }, { to: '/login', message: 'Please log in again' }],
    ['a user refused with 401', { ...signedIn, userError: refused(401) }, EXPIRED],
    ['a user that is not told', { ...signedIn, userError: refused(500) }, { to: '/login' }],
    ['a user that cannot be asked', { ...signedIn, userError: noAnswer() }, undefined],
    ['a service of users that is down', { ...signedIn, userError: refused(503) }, undefined],
    ['a token that ended on the way', { ...signedIn, sessionEnd: 'expired' as const }, EXPIRED],
    ['a profile refused with 401', { ...signedIn, profileError: refused(401) }, EXPIRED],
    ['who chose to log out', { ...signedIn, left: true, sessionEnd: 'left' as const }, { to: '/' }],
    ['logged out in another tab', { ...signedIn, hasProfile: true, sessionEnd: 'left' as const }, { to: '/login' }],
    [
      'logged out in another tab before there was anything to see',
      { ...signedIn, sessionEnd: 'left' as const },
      { to: '/login', message: 'Authentication required' },
    ],
    ['no company yet', { ...signedIn, noProfile: FIRST }, { to: '/new-company', message: FIRST }],
    ['a service that is down', { ...signedIn, profileError: refused(503) }, undefined],
    ['everything there', { ...signedIn, hasProfile: true }, undefined],
  ])('%s', (_case, startUp, redirect) => {
    expect(redirectFor(startUp)).toEqual(redirect)
  })
})
