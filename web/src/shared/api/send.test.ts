import { describe, expect, it } from 'vitest'
import { addressOf, nextCursor } from './send.ts'

describe('the address of a call', () => {
  it('fills in the parameters, escaped', () => {
    expect(addressOf('/task/:id', { id: '42' })).toBe('/api/task/42')
    expect(addressOf('/reset-password/:code', { code: 'A/?B#' })).toBe('/api/reset-password/A%2F%3FB%23')
  })

  it('puts the query behind it and leaves out what is undefined', () => {
    expect(addressOf('/notifications', {}, { limit: 20, cursor: undefined })).toBe('/api/notifications?limit=20')
    expect(addressOf('/get-upload-url', {}, { fileName: 'company logo.png' })).toBe('/api/get-upload-url?fileName=company+logo.png')
    expect(addressOf('/me')).toBe('/api/me')
  })
})

it.each([
  ['</admin/all-companies?limit=200&cursor=WyJhIl0>; rel="next"', 'WyJhIl0'],
  ['</a?cursor=one>; rel="prev", </a?limit=2&cursor=two%3D>; rel="next"', 'two='],
  ['</a?cursor=one>; rel="prev"', undefined],
  ['</a?limit=2>; rel="next"', undefined],
  [null, undefined],
])('of %s the next page is at %s', (link, cursor) => {
  expect(nextCursor(link)).toBe(cursor)
})
