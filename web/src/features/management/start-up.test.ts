import { describe, expect, it } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { redirectFor } from './start-up.ts'

const refused = (status: number) => new ApiError(status, {})
const signedIn = { left: false, hadToken: true, hasToken: true, expired: false, userError: null, profileError: null }

describe('who may stay in the management area', () => {
  it.each([
    ['no token', { ...signedIn, hadToken: false, hasToken: false }, { to: '/login', message: 'Please log in again' }],
    [
      'a user refused with 401',
      { ...signedIn, userError: refused(401) },
      { to: '/login', message: 'Session expired. Please log in again' },
    ],
    ['a user that is not told', { ...signedIn, userError: refused(500) }, { to: '/login' }],
    [
      'a token that ended on the way',
      { ...signedIn, hasToken: false, expired: true },
      { to: '/login', message: 'Session expired. Please log in again' },
    ],
    [
      'a profile refused with 401',
      { ...signedIn, profileError: refused(401) },
      { to: '/login', message: 'Session expired. Please log in again' },
    ],
    ['who chose to log out', { ...signedIn, left: true, hasToken: false }, { to: '/' }],
    ['logged out in another tab', { ...signedIn, hasToken: false }, { to: '/login' }],
    [
      'no company yet',
      { ...signedIn, profileError: refused(404) },
      { to: '/new-company', message: 'Please create a company profile first' },
    ],
    ['a service that is down', { ...signedIn, profileError: refused(503) }, undefined],
    ['everything there', signedIn, undefined],
  ])('%s', (_case, startUp, redirect) => {
    expect(redirectFor(startUp)).toEqual(redirect)
  })
})
