import type { Task } from '@app/contracts/http/tasks.ts'
import { describe, expect, it } from 'vitest'
import { emptyTask, firstFault, toFields } from './task-form.ts'

const TOMORROW = '2026-11-22'
const COMPANY = '0193a0c4-0000-7000-8000-000000000001'
const filled = { ...emptyTask, title: 'Winter sale', submissionForReview: '2026-12-01', targetPostingDate: '2026-12-04' }
const inDecember = { isRecurring: false, targetPostingDate: '2026-12-20' } as Task

describe('firstFault of a new task', () => {
  it.each([
    ['no title', { ...filled, title: '  ' }, 'Please fill in the task title'],
    ['no dates', { ...filled, submissionForReview: '', targetPostingDate: '' }, 'Please fill in all required date fields'],
    ['no target date', { ...filled, targetPostingDate: '' }, 'Please fill in all required date fields'],
    [
      'too small a gap',
      { ...filled, targetPostingDate: '2026-12-03' },
      'Target posting date must be at least 3 days after submission date',
    ],
    ['no recurrence type', { ...filled, isRecurring: true }, 'Please fill in all recurrence fields'],
    [
      'a recurrence without an end',
      { ...filled, isRecurring: true, recurrenceType: 'weekly' as const, recurrenceStartDate: '2026-12-01' },
      'Please fill in all recurrence fields',
    ],
  ])('reports %s', (_case, form, message) => {
    expect(firstFault(form, [], TOMORROW)?.message).toBe(message)
  })

  it('reports the monthly limit only when the month is full', () => {
    expect(firstFault(filled, [inDecember, inDecember, inDecember], TOMORROW)).toBeUndefined()
    expect(firstFault(filled, [inDecember, inDecember, inDecember, inDecember], TOMORROW)).toEqual({
      field: 'targetPostingDate',
      message: 'Cannot create task. Maximum 4 tasks allowed per month. 4 tasks already exist for December 2026.',
    })
  })
})

describe('toFields', () => {
  it('leaves recurrence out of a task that posts once', () => {
    expect(toFields({ ...filled, platform_x: true }, COMPANY)).toMatchObject({
      isRecurring: 'false',
      platform_x: 'true',
      platform_fb: 'false',
    })
    expect(toFields(filled, COMPANY)).not.toHaveProperty('weeklyDayOfWeek')
  })

  it('sends the weekly day for weekly and bi-weekly, the month fields for monthly', () => {
    const weekly = toFields({ ...filled, isRecurring: true, recurrenceType: 'bi-weekly' }, COMPANY)
    const monthly = toFields({ ...filled, isRecurring: true, recurrenceType: 'monthly' }, COMPANY)
    expect(weekly).toMatchObject({ weeklyDayOfWeek: 'monday' })
    expect(weekly).not.toHaveProperty('monthlyWeek')
    expect(monthly).toMatchObject({ monthlyWeek: 'first', monthlyDayOfWeek: 'monday' })
    expect(monthly).not.toHaveProperty('weeklyDayOfWeek')
    expect(monthly).not.toHaveProperty('targetPostingDate')
  })
})
