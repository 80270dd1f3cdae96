import { describe, expect, it } from 'vitest'
import { ApiError, noAnswer } from '../../shared/api/api-error.ts'
import { redirectFor } from './use-start-up.ts'

const failedWith = (status: number) => new ApiError(status, {})
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

describe('redirectFor returns where to redirect for', () => {
  it.each([
    ['no token', { ...signedIn, sessionEnd: 'none' as const }, { to: '/login', message: 'Please log in again' }],
    ['a 401 for the user', { ...signedIn, userError: failedWith(401) }, EXPIRED],
    ['an error response for the user', { ...signedIn, userError: failedWith(500) }, { to: '/login' }],
    ['a missing response for the user', { ...signedIn, userError: noAnswer() }, undefined],
    ['an unavailable user service', { ...signedIn, userError: failedWith(503) }, undefined],
    ['a token that expires while the page is open', { ...signedIn, sessionEnd: 'expired' as const }, EXPIRED],
    ['a 401 for the profile', { ...signedIn, profileError: failedWith(401) }, EXPIRED],
    ['a logout by the owner', { ...signedIn, left: true, sessionEnd: 'left' as const }, { to: '/' }],
    ['a logout in another tab', { ...signedIn, hasProfile: true, sessionEnd: 'left' as const }, { to: '/login' }],
    [
      'a logout in another tab before the profile was loaded',
      { ...signedIn, sessionEnd: 'left' as const },
      { to: '/login', message: 'Authentication required' },
    ],
    ['no company yet', { ...signedIn, noProfile: FIRST }, { to: '/new-company', message: FIRST }],
    ['an unavailable company service', { ...signedIn, profileError: failedWith(503) }, undefined],
    ['a loaded user and profile', { ...signedIn, hasProfile: true }, undefined],
  ])('%s', (_case, startUp, redirect) => {
    expect(redirectFor(startUp)).toEqual(redirect)
  })
})
