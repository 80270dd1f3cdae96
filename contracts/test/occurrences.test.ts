import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type CalendarDate, daysBetween, isCalendarDate, monthOf, weekdayOf } from '../src/rules/business-dates.ts'
import { firstOccurrence, nextOccurrence, nextOccurrenceFrom, occurrencesBetween } from '../src/rules/occurrences.ts'
import { monthWeeks, type RepeatRule, recurrenceTypes, weekdays } from '../src/rules/recurrence.ts'

/** Returns all dates of a rule in a period. */
function datesOf(rule: RepeatRule, start: CalendarDate, end: CalendarDate): CalendarDate[] {
  const dates: CalendarDate[] = []
  for (let date = firstOccurrence(rule, start, end); date !== undefined; date = nextOccurrence(rule, date, end)) dates.push(date)
  return dates
}

const monthly = (monthlyWeek: RepeatRule['monthlyWeek'], monthlyDayOfWeek: RepeatRule['monthlyDayOfWeek']): RepeatRule => ({
  recurrenceType: 'monthly',
  monthlyWeek,
  monthlyDayOfWeek,
})

describe('the dates of a rule', () => {
  test.each<[string, RepeatRule, CalendarDate, CalendarDate, CalendarDate[]]>([
    ['every Monday, from a Monday', { recurrenceType: 'weekly' }, '2026-12-07', '2026-12-21', ['2026-12-07', '2026-12-14', '2026-12-21']],
    ['every Monday, from a Tuesday', { recurrenceType: 'weekly' }, '2026-12-08', '2026-12-21', ['2026-12-14', '2026-12-21']],
    [
      'every Sunday, across the change to daylight saving time',
      { recurrenceType: 'weekly', weeklyDayOfWeek: 'sunday' },
      '2027-03-01',
      '2027-03-28',
      ['2027-03-07', '2027-03-14', '2027-03-21', '2027-03-28'],
    ],
    [
      'every other Friday, across the end of the year',
      { recurrenceType: 'bi-weekly', weeklyDayOfWeek: 'friday' },
      '2026-12-05',
      '2027-01-22',
      ['2026-12-11', '2026-12-25', '2027-01-08', '2027-01-22'],
    ],
    [
      'the last Friday: the fifth one, and the fourth one in months without a fifth one',
      monthly('last', 'friday'),
      '2026-10-01',
      '2027-01-31',
      ['2026-10-30', '2026-11-27', '2026-12-25', '2027-01-29'],
    ],
    [
      'the last Sunday, also on the 31st',
      monthly('last', 'sunday'),
      '2027-01-01',
      '2027-04-30',
      ['2027-01-31', '2027-02-28', '2027-03-28', '2027-04-25'],
    ],
    ['the last Tuesday, on a leap day', monthly('last', 'tuesday'), '2028-02-01', '2028-03-31', ['2028-02-29', '2028-03-28']],
    ['the 4th Monday', monthly('fourth', 'monday'), '2026-11-24', '2027-01-25', ['2026-12-28', '2027-01-25']],
    ['the 1st Monday, after it has passed', monthly('first', 'monday'), '2026-12-08', '2027-02-01', ['2027-01-04', '2027-02-01']],
    ['no Monday in the period', { recurrenceType: 'weekly' }, '2026-12-08', '2026-12-13', []],
    ['until the last date that exists', { recurrenceType: 'bi-weekly' }, '9999-12-20', '9999-12-31', ['9999-12-20']],
  ])('%s', (_, rule, start, end, dates) => {
    expect(datesOf(rule, start, end)).toEqual(dates)
  })

  const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2026-01-01', days))
  const rule = fc.record({
    recurrenceType: fc.constantFrom(...recurrenceTypes),
    weeklyDayOfWeek: fc.constantFrom(...weekdays),
    monthlyWeek: fc.constantFrom(...monthWeeks),
    monthlyDayOfWeek: fc.constantFrom(...weekdays),
  })

  test('are in the period, on the weekday, and one week, two weeks or one month apart', () => {
    fc.assert(
      fc.property(rule, day, fc.integer({ min: 0, max: 500 }), (some, start, days) => {
        const dates = datesOf(some, start, addDays(start, days))
        const isMonthly = some.recurrenceType === 'monthly'
        const weekday = weekdays.indexOf(isMonthly ? some.monthlyDayOfWeek : some.weeklyDayOfWeek) + 1
        for (const [at, date] of dates.entries()) {
          expect(isCalendarDate(date) && date >= start && date <= addDays(start, days)).toBe(true)
          expect(weekdayOf(date)).toBe(weekday % 7)
          const before = dates[at - 1]
          if (before === undefined) continue
          if (isMonthly) expect(monthOf(date)).toBe(monthOf(addDays(`${monthOf(before)}-01`, 31)))
          else expect(daysBetween(before, date)).toBe(some.recurrenceType === 'weekly' ? 7 : 14)
        }
        if (days >= 62) expect(dates.length).toBeGreaterThan(0)
      }),
    )
  })

  test('skipping dates before a day gives the first remaining date', () => {
    fc.assert(
      fc.property(rule, day, fc.integer({ min: 0, max: 800 }), (some, start, days) => {
        const [first, ...others] = datesOf(some, start, addDays(start, 900))
        if (first === undefined) return
        const earliest = addDays(first, days)
        const expected = others.find((date) => date >= earliest)
        expect(nextOccurrenceFrom(some, first, addDays(start, 900), earliest)).toBe(expected)
      }),
    )
  })
})

describe('the dates of a rule in a period', () => {
  test('are all dates of the rule from the first to the last day of the period, up to a maximum', () => {
    const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days))
    const rule = fc.record({
      recurrenceType: fc.constantFrom(...recurrenceTypes),
      weeklyDayOfWeek: fc.constantFrom(...weekdays),
      monthlyWeek: fc.constantFrom(...monthWeeks),
      monthlyDayOfWeek: fc.constantFrom(...weekdays),
    })
    fc.assert(
      fc.property(rule, day, day, fc.integer({ min: 0, max: 60 }), (rule, from, begin, days) => {
        const start = firstOccurrence(rule, begin, '9999-12-31') ?? begin
        const until = addDays(from, days)
        const all = datesOf(rule, start, until).filter((date) => date >= from)
        expect(occurrencesBetween(rule, start, { from, until, max: 100 })).toEqual(all)
        expect(occurrencesBetween(rule, start, { from, until, max: 2 })).toEqual(all.slice(0, 2))
      }),
    )
  })

  test('of a bi-weekly rule keep the distance of two weeks in a period ten years later', () => {
    const rule: RepeatRule = { recurrenceType: 'bi-weekly' }
    const period = { from: '2036-12-01', until: '2036-12-31', max: 10 }
    const dates = occurrencesBetween(rule, '2026-12-07', period)
    expect(dates.map((date) => daysBetween('2026-12-07', date) % 14)).toEqual(dates.map(() => 0))
    expect(dates).toHaveLength(2)
  })

  test('end with the last date that exists', () => {
    const period = { from: '9999-12-27', until: '9999-12-31', max: 10 }
    const fortnights = occurrencesBetween({ recurrenceType: 'bi-weekly' }, '2026-12-07', { ...period, from: '9999-12-01' })
    expect(new Set(fortnights.map((date) => date.slice(0, 4)))).toEqual(new Set(['9999']))
    expect(occurrencesBetween(monthly('last', 'friday'), '2026-12-25', period)).toEqual(['9999-12-31'])
  })
})
