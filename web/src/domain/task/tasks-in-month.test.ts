import { monthOf } from '@app/contracts/rules/business-dates.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { capWarning, tasksInMonth } from './tasks-in-month.ts'

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
  const days = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  const targetPostingDate = days.map((date) => date.toISOString().slice(0, 10))
  const tasks = fc.array(fc.record({ targetPostingDate, isRecurring: fc.boolean() }), { maxLength: 30 })
  fc.assert(
    fc.property(tasks, (some) => {
      const months = new Set(some.map((one) => monthOf(one.targetPostingDate)))
      const total = [...months].reduce((sum, month) => sum + tasksInMonth(some, `${month}-15`), 0)
      expect(total).toBe(some.filter((one) => !one.isRecurring).length)
    }),
  )
})

test('the warning is that of the specification', () => {
  expect(capWarning(3, '2026-12-24')).toBe('Warning: 3 tasks already exist for December 2026. Maximum 4 tasks allowed per month.')
})
