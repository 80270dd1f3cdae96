import { expect, it } from 'vitest'
import { nextCursor } from './next-cursor.ts'

it.each([
  ['</admin/all-companies?limit=200&cursor=WyJhIl0>; rel="next"', 'WyJhIl0'],
  ['</a?cursor=one>; rel="prev", </a?limit=2&cursor=two%3D>; rel="next"', 'two='],
  ['</a?cursor=one>; rel="prev"', undefined],
  ['</a?limit=2>; rel="next"', undefined],
  [null, undefined],
])('of %s the next page is at %s', (link, cursor) => {
  expect(nextCursor(link)).toBe(cursor)
})
