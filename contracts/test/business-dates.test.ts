import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, DEFAULT_TIMEZONE, daysBetween, isCalendarDate, monthOf, todayIn, tomorrowIn } from '../src/rules/business-dates.ts'
import { calendarDate } from './arbitraries.ts'

test.each([
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-1-1', false],
  ['2026-11-21T00:00:00Z', false],
  [' 2026-11-21', false],
  ['21.11.2026', false],
  ['', false],
])('isCalendarDate(%j) is %j', (value, expected) => {
  expect(isCalendarDate(value)).toBe(expected)
})

describe('today and tomorrow at the edge of the day', () => {
  test.each([
    ['America/New_York', '2026-11-21T04:59:59Z', '2026-11-20', '2026-11-21'],
    ['America/New_York', '2026-11-21T05:00:00Z', '2026-11-21', '2026-11-22'],
    // During daylight saving time, midnight is an hour earlier in UTC.
    ['America/New_York', '2026-07-01T03:59:59Z', '2026-06-30', '2026-07-01'],
    ['America/New_York', '2026-07-01T04:00:00Z', '2026-07-01', '2026-07-02'],
    // Daylight saving time starts on a day of 23 hours and ends on a day of 25 hours.
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08', '2026-03-09'],
    ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08', '2026-03-09'],
    ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01', '2026-11-02'],
    ['UTC', '2026-12-31T23:59:59Z', '2026-12-31', '2027-01-01'],
    ['Pacific/Kiritimati', '2026-11-21T10:00:00Z', '2026-11-22', '2026-11-23'],
  ])('in %s at %s it is %s', (zone, now, today, tomorrow) => {
    expect(todayIn(zone, new Date(now))).toBe(today)
    expect(tomorrowIn(zone, new Date(now))).toBe(tomorrow)
  })

  test('each instant has an existing date, and tomorrow is one day later', () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, fc.constantFrom(DEFAULT_TIMEZONE, 'UTC', 'Asia/Tokyo', 'Pacific/Pago_Pago'), (now, zone) => {
        expect(isCalendarDate(todayIn(zone, now))).toBe(true)
        expect(daysBetween(todayIn(zone, now), tomorrowIn(zone, now))).toBe(1)
      }),
    )
  })
})

describe('day arithmetic', () => {
  test('addDays and daysBetween are consistent, in both directions', () => {
    fc.assert(
      fc.property(calendarDate, fc.integer({ min: -2_000, max: 2_000 }), (date, days) => {
        expect(daysBetween(date, addDays(date, days))).toBe(days)
        expect(addDays(addDays(date, days), -days)).toBe(date)
      }),
    )
  })

  test('dates compare as strings in chronological order', () => {
    fc.assert(fc.property(calendarDate, calendarDate, (a, b) => a < b === daysBetween(a, b) > 0))
  })

  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s plus %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })
})

test.each([
  ['2026-12-01', '2026-12'],
  ['2026-12-31', '2026-12'],
  ['2027-01-01', '2027-01'],
])('%s is in %s', (date, month) => {
  expect(monthOf(date)).toBe(month)
})
