import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthOf } from '../src/rules/business-dates.ts'
import { CAP_REFUSAL, capRefusal, capWarning, tasksInMonth } from '../src/rules/monthly-cap.ts'
import { calendarDate } from './arbitraries.ts'

const task = (targetPostingDate: string | null, isRecurring = false) => ({ targetPostingDate, isRecurring })

test.each([
  ['the whole month', [task('2026-12-01'), task('2026-12-31')], 2],
  ['not its neighbours', [task('2026-11-30'), task('2027-01-01')], 0],
  ['not the same month of another year', [task('2025-12-15')], 0],
  ['not recurring tasks', [task('2026-12-15', true)], 0],
  ['not tasks without a date', [task(null)], 0],
])('counts %s', (_what, tasks, expected) => {
  expect(tasksInMonth(tasks, '2026-12-24')).toBe(expected)
})

test('each non-recurring task counts in exactly one month', () => {
  const tasks = fc.array(fc.record({ targetPostingDate: calendarDate, isRecurring: fc.boolean() }), { maxLength: 30 })
  fc.assert(
    fc.property(tasks, (some) => {
      const months = new Set(some.map((one) => monthOf(one.targetPostingDate)))
      const total = [...months].reduce((sum, month) => sum + tasksInMonth(some, `${month}-15`), 0)
      expect(total).toBe(some.filter((one) => !one.isRecurring).length)
    }),
  )
})

test('the messages are those of the specification', () => {
  expect(capWarning(3, '2026-12-24')).toBe('Warning: 3 tasks already exist for December 2026. Maximum 4 tasks allowed per month.')
  expect(capRefusal(4, '2026-12-24')).toBe(
    'Cannot create task. Maximum 4 tasks allowed per month. 4 tasks already exist for December 2026.',
  )
  expect(capRefusal(4, '2026-12-24').startsWith(CAP_REFUSAL)).toBe(true)
})
