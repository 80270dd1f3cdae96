import { describe, expect, test } from 'vitest'
import { moveDates } from '../src/rules/moved-dates.ts'
import { ruleOnDate } from '../src/rules/occurrences.ts'

const tomorrow = '2026-12-01'
const task = {
  targetPostingDate: '2026-12-10',
  submissionForReview: '2026-12-05',
  occurrenceDate: null,
  recurrenceStartDate: null,
  isRecurring: false,
  previewNo: null,
}
const byOwner = { isOwner: true, tomorrow }
const byAdmin = { isOwner: false, tomorrow }
const dates = (targetPostingDate: string | null, submissionForReview: string | null) => ({ targetPostingDate, submissionForReview })

describe('a review date that is not sent', () => {
  test.each([
    ['stays if it fits', byOwner, '2026-12-08', dates('2026-12-08', '2026-12-05')],
    ['moves by the same number of days', byOwner, '2026-12-07', dates('2026-12-07', '2026-12-02')],
    ['is refused if it would be before tomorrow', byOwner, '2026-12-05', undefined],
    ['has no gap for admins', byAdmin, '2026-12-05', dates('2026-12-05', '2026-12-05')],
    ['moves along for admins, too', byAdmin, '2026-12-04', dates('2026-12-04', '2026-12-01')],
  ])('%s', (_name, mover, targetPostingDate, expected) => {
    expect(moveDates(task, { targetPostingDate }, mover)).toEqual(
      expected ?? { fault: { field: 'submissionForReview', message: 'Submission date must be tomorrow or later' } },
    )
  })

  test('gets the gap that it did not have before', () => {
    const close = { ...task, submissionForReview: '2026-12-09' }
    expect(moveDates(close, { targetPostingDate: '2026-12-08' }, byOwner)).toEqual(dates('2026-12-08', '2026-12-05'))
  })

  test('in the past stays in the past', () => {
    const late = { ...task, submissionForReview: '2026-11-20' }
    expect(moveDates(late, { targetPostingDate: '2026-12-20' }, byOwner)).toEqual(dates('2026-12-20', '2026-11-20'))
  })

  test('needs no gap after a delivery', () => {
    expect(moveDates({ ...task, previewNo: 1 }, { targetPostingDate: '2026-12-05' }, byOwner)).toEqual(dates('2026-12-05', '2026-12-05'))
  })
})

test('dates that do not change are not checked', () => {
  const past = { ...task, ...dates('2026-11-01', '2026-11-05') }
  expect(moveDates(past, dates('2026-11-01', '2026-11-05') as never, byOwner)).toEqual(dates('2026-11-01', '2026-11-05'))
  expect(moveDates(past, {}, byOwner)).toEqual(dates('2026-11-01', '2026-11-05'))
})

test('a recurring task needs no dates, but a review date if it has a posting date', () => {
  const recurring = { ...task, isRecurring: true, occurrenceDate: '2026-12-07' }
  expect(moveDates(recurring, dates('', '') as never, byOwner)).toEqual(dates(null, null))
  expect(moveDates(recurring, { submissionForReview: '' }, byOwner)).toMatchObject({ fault: { field: 'submissionForReview' } })
  const without = { ...recurring, ...dates(null, null) }
  expect(moveDates(without, { targetPostingDate: '2026-12-13' }, byOwner)).toEqual(dates('2026-12-13', null))
})

test.each([
  [{ recurrenceType: 'bi-weekly', weeklyDayOfWeek: 'monday' }, '2026-12-13', { recurrenceType: 'bi-weekly', weeklyDayOfWeek: 'sunday' }],
  [
    { recurrenceType: 'monthly', monthlyWeek: 'first', monthlyDayOfWeek: 'monday' },
    '2026-12-31',
    { recurrenceType: 'monthly', monthlyWeek: 'last', monthlyDayOfWeek: 'thursday' },
  ],
  [
    { recurrenceType: 'monthly', monthlyWeek: 'last', monthlyDayOfWeek: 'monday' },
    '2027-02-26',
    { recurrenceType: 'monthly', monthlyWeek: 'last', monthlyDayOfWeek: 'friday' },
  ],
  [
    { recurrenceType: 'monthly', monthlyWeek: 'first', monthlyDayOfWeek: 'monday' },
    '2027-02-26',
    { recurrenceType: 'monthly', monthlyWeek: 'fourth', monthlyDayOfWeek: 'friday' },
  ],
] as const)('the rule %o moved to %s', (rule, date, expected) => {
  expect(ruleOnDate(rule, date)).toEqual(expected)
})
