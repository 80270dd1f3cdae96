import { describe, expect, it } from 'vitest'
import { calendarDate, formatClock, formatDate, formatDayInWords, relativeDate } from './dates.ts'

describe('dates in words', () => {
  it('names the weekday, day, month and year', () => {
    expect(formatDate('2026-12-07')).toBe('Mon 7 Dec 2026')
    expect(formatDate('2028-02-29')).toBe('Tue 29 Feb 2028')
  })

  it.each([
    ['2026-11-21', 'today'],
    ['2026-11-22', 'tomorrow'],
    ['2026-11-20', 'yesterday'],
    ['2026-11-26', 'in 5 days'],
    ['2026-11-28', 'in 7 days'],
    ['2026-11-29', 'Sun 29 Nov'],
    ['2026-11-14', '7 days ago'],
    ['2026-11-13', 'Fri 13 Nov'],
    ['2027-01-04', 'Mon 4 Jan 2027'],
    ['2025-11-21', 'Fri 21 Nov 2025'],
  ])('formats %s as "%s"', (date, words) => {
    expect(relativeDate(date, '2026-11-21')).toBe(words)
  })

  it.each([
    ['2026-11-21T04:59:59Z', '2026-11-20'],
    ['2026-11-21T05:00:00Z', '2026-11-21'],
    ['2026-07-21T03:59:59Z', '2026-07-20'],
    ['2026-07-21T04:00:00Z', '2026-07-21'],
  ])('the date of an instant is that of the business’s time zone: %s is on %s', (instant, date) => {
    expect(calendarDate(instant)).toBe(date)
  })

  it('writes weekday and month in full, and the year if it is not the current one', () => {
    expect(formatDayInWords('2026-12-07', '2026-11-25')).toBe('Monday, December 7')
    expect(formatDayInWords('2027-01-04', '2026-11-25')).toBe('Monday, January 4, 2027')
  })

  it('formats the time of day in the business’s time zone', () => {
    expect(formatClock('2026-11-21T14:05:00Z')).toBe('9:05 AM')
    expect(formatClock('2026-11-21T17:00:00Z')).toBe('12:00 PM')
  })
})
