import { expect, test } from 'vitest'
import { calendarDateOf, plannedDateOf } from '../src/rules/calendar.ts'
import { withoutTasks } from '../src/rules/planned-dates.ts'

test('the date of a task is its posting date, or else its date in the series, or else the start of its series', () => {
  const dates = { targetPostingDate: '2026-12-01', occurrenceDate: '2026-12-02', recurrenceStartDate: '2026-12-03' }
  expect(calendarDateOf(dates)).toBe('2026-12-01')
  expect(calendarDateOf({ ...dates, targetPostingDate: null })).toBe('2026-12-02')
  expect(calendarDateOf({ ...dates, targetPostingDate: null, occurrenceDate: null })).toBe('2026-12-03')
  expect(calendarDateOf({ targetPostingDate: null, occurrenceDate: null, recurrenceStartDate: null })).toBeNull()
})

test('the date of a posted task is the day of its post', () => {
  const task = { targetPostingDate: '2026-12-01', occurrenceDate: '2026-12-02', recurrenceStartDate: null, postedOn: '2026-12-04' }
  expect([calendarDateOf(task), plannedDateOf(task)]).toEqual(['2026-12-04', '2026-12-01'])
})

test('a planned date is left out if its task exists', () => {
  const planned = ['2026-12-04', '2026-12-11'].map((date) => ({ seriesId: 'weekly', date }))
  const tasks = [
    { seriesId: 'weekly', occurrenceDate: '2026-12-04' },
    { seriesId: 'other', occurrenceDate: '2026-12-11' },
    { seriesId: null, occurrenceDate: null },
  ]
  expect(withoutTasks(planned, tasks)).toEqual([{ seriesId: 'weekly', date: '2026-12-11' }])
})
