import { addDays, daysBetween, monthOf } from '@app/contracts/rules/business-dates.ts'
import { expect, it } from 'vitest'
import { nextMonth, periodOf, previousMonth, weeksOf } from './month.ts'

const months: string[] = []
for (let month = '2024-01'; month <= '2031-12'; month = nextMonth(month)) months.push(month)

it('a month has whole weeks from Sunday to Saturday, at most 42 days', () => {
  for (const month of months) {
    const weeks = weeksOf(month)
    const days = weeks.flat()
    const { from, to } = periodOf(month)
    expect(days).toEqual(Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n)))
    expect(days.length % 7).toBe(0)
    expect(days.length).toBeLessThanOrEqual(42)
    for (const week of weeks) expect(week.some((date) => monthOf(date) === month)).toBe(true)
    expect(monthOf(addDays(to, 1)) > month || to.endsWith('-31') || monthOf(to) > month).toBe(true)
  }
})

it('the months follow each other', () => {
  expect(months).toHaveLength(8 * 12)
  for (const month of months) expect(previousMonth(nextMonth(month))).toBe(month)
  expect([previousMonth('2027-01'), nextMonth('2026-12')]).toEqual(['2026-12', '2027-01'])
})
