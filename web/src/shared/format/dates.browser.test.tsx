import { expect, it } from 'vitest'
import { calendarDate, formatClock, formatInFull, formatNear } from './dates.ts'

const TODAY = '2026-11-21'

it.each([
  ['2026-11-21T04:59:59Z', '2026-11-20'],
  ['2026-11-21T05:00:00Z', '2026-11-21'],
  ['2026-07-21T03:59:59Z', '2026-07-20'],
  ['2026-07-21T04:00:00Z', '2026-07-21'],
])('the date of an instant is that of the business’s time zone: %s is on %s', (instant, date) => {
  expect(calendarDate(instant)).toBe(date)
})

it('formats the time of day in the business’s time zone', () => {
  expect(formatClock('2026-11-21T14:05:00Z')).toBe('9:05 AM')
  expect(formatClock('2026-11-21T17:00:00Z')).toBe('12:00 PM')
})

it('the full form of an instant contains the time of day', () => {
  expect(formatInFull('2026-12-07')).toBe('Mon, Dec 7, 2026')
  expect(formatInFull('2026-12-07T14:05:00Z')).toBe('Mon, Dec 7, 2026, 9:05 AM')
})

it.each([
  ['2026-11-19T17:00:00Z', 'Thu'],
  ['2026-11-19', 'Thu, Nov 19, 2026'],
  ['2026-11-23', 'Mon'],
])('an instant within the last week is a weekday, but an overdue date is in full: %s is "%s"', (value, text) => {
  expect(formatNear(value, TODAY)).toBe(text)
})
