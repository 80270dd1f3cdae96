import { expect, it } from 'vitest'
import { recurrenceFact } from './recurrence-fact.ts'

const weekly = {
  isRecurring: true,
  recurrenceType: 'weekly',
  weeklyDayOfWeek: 'friday',
  monthlyWeek: null,
  monthlyDayOfWeek: null,
} as const

it.each([
  ['2026-12-31', 'Every Friday'],
  ['2026-12-04', 'Every Friday (no more dates)'],
])('a task that is the last of its series says so: the series ends on %s', (recurrenceEndDate, text) => {
  expect(recurrenceFact({ ...weekly, occurrenceDate: '2026-12-04', recurrenceEndDate })).toBe(text)
})

it('a task that is not recurring has no text', () => {
  expect(recurrenceFact({ ...weekly, isRecurring: false })).toBe('')
})
