import { expect, it } from 'vitest'
import { emptyTask, faultsOf, REQUIRED, toFields } from './new-task-form.ts'

const TOMORROW = '2026-11-22'
const filled = { ...emptyTask, title: 'Winter menu', targetPostingDate: '2026-11-25', submissionForReview: TOMORROW }

it.each([
  ['all required fields', filled, []],
  [
    'no values',
    emptyTask,
    [
      ['title', REQUIRED],
      ['targetPostingDate', REQUIRED],
      ['submissionForReview', REQUIRED],
    ],
  ],
  ['a blank title', { ...filled, title: '  ' }, [['title', REQUIRED]]],
  [
    'a target of today',
    { ...filled, targetPostingDate: '2026-11-21' },
    [['targetPostingDate', 'Target posting date must be tomorrow or later']],
  ],
  ['a day that does not exist', { ...filled, submissionForReview: '2027-02-30' }, [['submissionForReview', 'Please enter a valid date']]],
  ['no platform', { ...filled, platform_x: false }, []],
])('faultsOf checks a new task with %s', (_case, form, faults) => {
  expect(faultsOf(form, TOMORROW).map(({ field, message }) => [field, message])).toEqual(faults)
})

it('toFields sends platforms as "true" and "false"', () => {
  const fields = toFields({ ...filled, title: ' Winter menu ', platform_li: true }, 'company-1')
  expect(fields).toMatchObject({ companyProfileId: 'company-1', title: 'Winter menu', platform_li: 'true', platform_x: 'false' })
})

const weekly = {
  ...filled,
  isRecurring: true,
  recurrenceType: 'weekly',
  recurrenceStartDate: TOMORROW,
  recurrenceEndDate: '2026-12-31',
} as const

it('a recurring task needs a title, a rule and a period, and sends them instead of dates', () => {
  expect(faultsOf(weekly, TOMORROW)).toEqual([])
  expect(faultsOf({ ...weekly, title: '' }, TOMORROW)).toEqual([{ field: 'title', message: REQUIRED }])
  expect(faultsOf({ ...weekly, recurrenceEndDate: '' }, TOMORROW)).toMatchObject([{ field: 'recurrenceEndDate' }])
  const fields = toFields(weekly, 'company-1')
  expect(fields).toMatchObject({ isRecurring: 'true', recurrenceType: 'weekly', weeklyDayOfWeek: 'monday' })
  expect(fields).not.toHaveProperty('targetPostingDate')
  expect(fields).not.toHaveProperty('monthlyWeek')
})
