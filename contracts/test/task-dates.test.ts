import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../src/rules/business-dates.ts'
import { checkRecurrence, checkTaskDates, earliestTarget } from '../src/rules/task-dates.ts'
import { calendarDate } from './arbitraries.ts'

const TOMORROW = '2026-11-22'

describe('the two dates of a task', () => {
  test.each([
    ['', '', 'submissionForReview', 'Please fill in all required date fields'],
    ['2026-11-22', '', 'targetPostingDate', 'Please fill in all required date fields'],
    ['', '2026-11-25', 'submissionForReview', 'Please select submission date first'],
    ['2026-02-30', '2026-11-25', 'submissionForReview', 'Please enter a valid date'],
    ['2026-11-22', 'soon', 'targetPostingDate', 'Please enter a valid date'],
    ['2026-11-21', '2026-11-25', 'submissionForReview', 'Submission date must be tomorrow or later'],
    ['2026-11-22', '2026-11-24', 'targetPostingDate', 'Target posting date must be at least 3 days after submission date'],
    ['2026-11-22', '2026-11-20', 'targetPostingDate', 'Target posting date must be at least 3 days after submission date'],
  ])('%j and %j: %s, %s', (submission, target, field, message) => {
    expect(checkTaskDates(submission, target, TOMORROW)).toEqual({ field, message })
  })

  test('are valid from tomorrow on if they are at least three days apart', () => {
    fc.assert(
      fc.property(calendarDate, fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 9 }), (tomorrow, ahead, gap) => {
        const submission = addDays(tomorrow, ahead)
        const passes = checkTaskDates(submission, addDays(submission, gap), tomorrow) === undefined
        expect(passes).toBe(ahead >= 0 && gap >= 3)
      }),
    )
  })

  test('the earliest target is three days after the submission', () => {
    fc.assert(fc.property(calendarDate, (date) => daysBetween(date, earliestTarget(date)) === 3))
  })
})

describe('a recurrence', () => {
  test.each([
    ['', '2026-11-22', '2026-11-30', 'recurrenceType', 'Please fill in all recurrence fields'],
    ['weekly', '', '2026-11-30', 'recurrenceStartDate', 'Please fill in all recurrence fields'],
    ['weekly', '2026-11-22', '', 'recurrenceEndDate', 'Please fill in all recurrence fields'],
    ['weekly', '2026-11-31', '2026-12-30', 'recurrenceStartDate', 'Please enter a valid date'],
    ['weekly', '2026-11-22', '2026-11-31', 'recurrenceEndDate', 'Please enter a valid date'],
    ['weekly', '2026-11-21', '2026-11-30', 'recurrenceStartDate', 'Recurrence start date must be tomorrow or later'],
    ['weekly', '2026-11-23', '2026-11-22', 'recurrenceEndDate', 'Recurrence end date must not be before the start date'],
  ])('%j from %j to %j: %s, %s', (type, start, end, field, message) => {
    expect(checkRecurrence(type, start, end, TOMORROW)).toEqual({ field, message })
  })

  test('is valid from tomorrow on if the end is not before the start', () => {
    fc.assert(
      fc.property(calendarDate, fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 }), (tomorrow, ahead, span) => {
        const start = addDays(tomorrow, ahead)
        const passes = checkRecurrence('monthly', start, addDays(start, span), tomorrow) === undefined
        expect(passes).toBe(ahead >= 0 && span >= 0)
      }),
    )
  })
})
