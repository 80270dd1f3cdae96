import { expect, it } from 'vitest'
import { refusalOf } from './access.ts'

it.each([
  ['no token', { hadToken: false, hasToken: false, expired: false }, 'You must be logged in to access this page.'],
  ['a token that ended', { hadToken: true, hasToken: true, expired: true }, 'Session expired. Please log in again.'],
  ['signed out by oneself', { hadToken: true, hasToken: false, expired: false }, ''],
  ['a good token', { hadToken: true, hasToken: true, expired: false }, undefined],
])('%s', (_case, visit, refusal) => {
  expect(refusalOf(visit)).toBe(refusal)
})
