import { describe, expect, it } from 'vitest'
import { nextCursor, urlOf } from './send.ts'

describe('the URL of a call', () => {
  it('escapes the path parameters', () => {
    expect(urlOf('/task/:id', { id: '42' })).toBe('/api/task/42')
    expect(urlOf('/reset-password/:code', { code: 'A/?B#' })).toBe('/api/reset-password/A%2F%3FB%23')
  })

  it('appends the query and omits undefined values', () => {
    expect(urlOf('/notifications', {}, { limit: 20, cursor: undefined })).toBe('/api/notifications?limit=20')
    expect(urlOf('/get-upload-url', {}, { fileName: 'company logo.png' })).toBe('/api/get-upload-url?fileName=company+logo.png')
    expect(urlOf('/me')).toBe('/api/me')
  })
})

it.each([
  ['</admin/all-companies?limit=200&cursor=WyJhIl0>; rel="next"', 'WyJhIl0'],
  ['</a?cursor=one>; rel="prev", </a?limit=2&cursor=two%3D>; rel="next"', 'two='],
  ['</a?cursor=one>; rel="prev"', undefined],
  ['</a?limit=2>; rel="next"', undefined],
  [null, undefined],
])('of the Link header %s the next cursor is %s', (link, cursor) => {
  expect(nextCursor(link)).toBe(cursor)
})
