import { expect, test } from 'vitest'
import { agoInWords } from './ago-in-words.ts'

test.each([
  ['2026-12-01T12:00:30Z', 'just now'],
  ['2026-12-01T11:59:01Z', 'just now'],
  ['2026-12-01T11:59:00Z', '1 minute ago'],
  ['2026-12-01T11:00:01Z', '59 minutes ago'],
  ['2026-12-01T10:00:00Z', '2 hours ago'],
  ['2026-11-30T12:00:00Z', '1 day ago'],
  ['2026-11-21T12:00:00Z', '10 days ago'],
])('%s is %s', (instant, words) => {
  expect(agoInWords(instant, Date.parse('2026-12-01T12:00:00Z'))).toBe(words)
})
