import { expect, test } from 'vitest'
import { trimTrailing } from '../../src/text/trim-trailing.ts'

test.each([
  ['/service//', '/', '/service'],
  ['//', '/', ''],
  ['', '/', ''],
  ['a.b?!', '.?!', 'a.b'],
])('trims "%s" of %s', (text, characters, trimmed) => {
  expect(trimTrailing(text, characters)).toBe(trimmed)
})
