import { expect, it } from 'vitest'
import { periodOf } from './period-of.ts'

it.each([
  ['2026-11-16', '2026-11-15', 'Late'],
  ['2026-11-16', '2026-11-16', 'Today'],
  ['2026-11-16', '2026-11-17', 'This week'],
  ['2026-11-16', '2026-11-22', 'This week'],
  ['2026-11-16', '2026-11-23', 'Later'],
  ['2026-11-21', '2026-11-22', 'This week'],
  ['2026-11-22', '2026-11-23', 'Later'],
  ['2026-11-16', null, 'No date'],
])('on %s, the date %s is under the heading %s', (today, date, heading) => {
  expect(periodOf(date, today)).toBe(heading)
})
