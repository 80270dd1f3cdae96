import { expect, it } from 'vitest'
import { daysIntoWeek, firstWeekday, formatDayOfMonth, formatLongDay } from '../../src/format/calendar.ts'
import { withLocale } from './with-locale.ts'

const FRIDAY = '2026-12-04'

it('formats days in the locale', () => {
  expect(formatDayOfMonth(FRIDAY)).toBe('4')
  expect(formatLongDay(FRIDAY)).toBe('Friday, December 4')
  withLocale('de-DE', () => expect(formatLongDay(FRIDAY)).toBe('Freitag, 4. Dezember'))
})

it('the first day of the week depends on the locale', () => {
  expect([firstWeekday(), daysIntoWeek(FRIDAY)]).toEqual([0, 5])
  withLocale('de-DE', () => expect([firstWeekday(), daysIntoWeek(FRIDAY)]).toEqual([1, 4]))
})
