import { describe, expect, it } from 'vitest'
import { formatDate, formatDayInWords, formatMonth, formatNearDate, formatWeekday } from '../../src/format/dates.ts'
import { withLocale } from './with-locale.ts'

const TODAY = '2026-11-21'

describe('in en-US', () => {
  it('writes the weekday, month, day and year', () => {
    expect(formatDate('2026-11-25')).toBe('Wed, Nov 25, 2026')
    expect(formatDate('2028-02-29')).toBe('Tue, Feb 29, 2028')
  })

  it('writes the weekday or the month alone', () => {
    expect(formatWeekday('2026-11-25')).toBe('Wed')
    expect(formatWeekday('2026-11-25', 'long')).toBe('Wednesday')
    expect(formatMonth('2026-11-01')).toBe('November 2026')
  })

  it('writes the day in a sentence, with the year only if it is another year', () => {
    expect(formatDayInWords('2026-12-07', TODAY)).toBe('Monday, December 7')
    expect(formatDayInWords('2027-01-04', TODAY)).toBe('Monday, January 4, 2027')
  })

  it.each([
    ['2026-11-20', 'yesterday'],
    ['2026-11-21', 'today'],
    ['2026-11-22', 'tomorrow'],
    ['2026-11-23', 'Mon'],
    ['2026-11-27', 'Fri'],
    ['2026-11-28', 'Sat, Nov 28, 2026'],
    ['2027-01-04', 'Mon, Jan 4, 2027'],
    ['2026-11-19', 'Thu, Nov 19, 2026'],
  ])('writes the due date %s as "%s"', (date, words) => {
    expect(formatNearDate(date, TODAY)).toBe(words)
  })

  it.each([
    ['2026-11-21', 'today'],
    ['2026-11-20', 'yesterday'],
    ['2026-11-19', 'Thu'],
    ['2026-11-15', 'Sun'],
    ['2026-11-14', 'Sat, Nov 14, 2026'],
  ])('writes the date %s of a past event as "%s"', (date, words) => {
    expect(formatNearDate(date, TODAY, true)).toBe(words)
  })
})

describe('in de-DE', () => {
  it.each([
    [formatDate, 'Mi., 25. Nov. 2026'],
    [formatWeekday, 'Mi'],
    [formatMonth, 'November 2026'],
  ])('%o writes "%s"', (format, words) => {
    expect(withLocale('de-DE', () => format('2026-11-25'))).toBe(words)
  })

  it.each([
    ['2026-11-20', 'gestern'],
    ['2026-11-21', 'heute'],
    ['2026-11-22', 'morgen'],
    ['2026-11-25', 'Mi'],
    ['2026-12-25', 'Fr., 25. Dez. 2026'],
  ])('writes %s as "%s"', (date, words) => {
    expect(withLocale('de-DE', () => formatNearDate(date, TODAY))).toBe(words)
  })
})
