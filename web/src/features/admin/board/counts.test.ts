import { expect, it } from 'vitest'
import { inWords } from './counts.ts'

const none = { Pending: 0, 'Roll Back': 0, Approved: 0, Posted: 0 }

it.each([
  [none, '0 tasks'],
  [{ ...none, Pending: 1 }, '1 task'],
  [{ ...none, Pending: 1, 'Roll Back': 1, Approved: 1 }, '3 tasks'],
  [{ ...none, Pending: 1, Approved: 1, Posted: 1 }, '2 open · 1 posted'],
  [{ ...none, Posted: 3 }, '3 posted'],
])('the counts %o are shown as "%s"', (counts, words) => {
  expect(inWords(counts)).toBe(words)
})
