import { expect, test } from 'vitest'
import { addMonths, firstWorkingDayOf, instantsOf, lastDayOf } from '../src/rules/monthly-report.ts'

test('the first working day of a month is neither on a weekend nor a federal holiday', () => {
  const days = {
    '2026-10': '2026-10-01',
    '2026-11': '2026-11-02',
    // New Year's Day is a Friday; a Sunday, observed on Monday; and a Saturday, observed in the year before.
    '2027-01': '2027-01-04',
    '2023-01': '2023-01-03',
    '2028-01': '2028-01-03',
    // Labor Day is the first weekday of the month, or a later Monday.
    '2025-09': '2025-09-02',
    '2024-09': '2024-09-03',
    '2026-09': '2026-09-01',
    // A Monday in another month is no holiday.
    '2026-06': '2026-06-01',
  }
  for (const [month, day] of Object.entries(days)) expect(firstWorkingDayOf(month)).toBe(day)
})

test('months have their own lengths, and the offset of their time zone at each end', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), lastDayOf('2028-02')]).toEqual(['2027-01', '2025-12', '2028-02-29'])
  // Daylight saving time ends on 1 November in New York.
  expect(instantsOf('2026-11', 'America/New_York')).toEqual({ from: '2026-11-01T04:00:00.000Z', until: '2026-12-01T05:00:00.000Z' })
})
