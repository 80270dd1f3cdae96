import type { TaskCard } from '@app/contracts/http/board.ts'
import { describe, expect, it } from 'vitest'
import {
  changeInWords,
  lateInWords,
  laterPostingDay,
  launchBadge,
  listedDates,
  nextStepInWords,
  periodOf,
  relativeDays,
} from './due-dates.ts'

const TODAY = '2026-11-21'

it.each([
  [null, '-'],
  [TODAY, 'Today'],
  ['2026-11-22', '1 Days'],
  ['2026-12-05', '14 Days'],
  ['2026-11-20', '1 Days Ago'],
  ['2026-10-31', '21 Days Ago'],
])('the date %s is shown as %s', (date, words) => {
  expect(relativeDays(date, TODAY)).toBe(words)
})

describe('the dates in lists', () => {
  const passed = {
    currentStatus: 'Pending',
    submissionForReview: '2026-11-20',
    targetPostingDate: '2026-11-20',
    occurrenceDate: null,
    recurrenceStartDate: null,
    hasFreshPreview: false,
    postedAt: null,
  } as const
  const noDates = { submissionForReview: null, targetPostingDate: null }

  it.each([
    ['with no preview by its date', {}, [true, true]],
    ['with a delivered preview', { hasFreshPreview: true }, [false, true]],
    ['when referred back', { currentStatus: 'Roll Back' }, [true, true]],
    ['when approved', { currentStatus: 'Approved', hasFreshPreview: true }, [false, true]],
    ['that is posted', { currentStatus: 'Posted' }, [false, false]],
    ['on the day itself', { submissionForReview: TODAY, targetPostingDate: TODAY }, [false, false]],
    ['without dates', noDates, [false, false]],
    ['of a series after its date', { ...noDates, occurrenceDate: '2026-11-18', recurrenceStartDate: '2026-11-04' }, [false, true]],
  ] as const)('of a task %s are late: %j', (_case, change, late) => {
    expect(listedDates({ ...passed, ...change }, TODAY).map(({ isLate }) => isLate)).toEqual(late)
  })

  it('are the date in the series for a task of a series', () => {
    const ofSeries = { ...passed, ...noDates, occurrenceDate: '2026-11-18', recurrenceStartDate: '2026-11-04' }
    expect(listedDates(ofSeries, TODAY).map(({ label, date }) => [label, date])).toEqual([
      ['Review', null],
      ['Target', '2026-11-18'],
    ])
  })
})

it.each([
  [{ targetPostingDate: TODAY }, 'Today'],
  [{ targetPostingDate: '2026-11-22' }, 'Today'],
  [{ targetPostingDate: '2026-11-20' }, 'Over Date'],
  [{ targetPostingDate: null, recurrenceStartDate: '2026-11-16', occurrenceDate: TODAY }, 'Today'],
])('the launch badge of %o is %s', (days, badge) => {
  expect(launchBadge(days as TaskCard, TODAY)).toBe(badge)
})

const card = (changes: Partial<TaskCard>): TaskCard =>
  ({
    currentStatus: 'Pending',
    submissionForReview: '2026-11-17',
    targetPostingDate: '2026-11-20',
    recurrenceStartDate: null,
    occurrenceDate: null,
    hasFreshPreview: false,
    ...changes,
  }) as TaskCard

const firstOfSeries = { submissionForReview: null, targetPostingDate: null, recurrenceStartDate: '2026-11-16' }

it.each([
  [{}, 'We owe a preview', 'Preview 4 days late'],
  [{ submissionForReview: '2026-11-20' }, 'We owe a preview', 'Preview 1 day late'],
  [{ submissionForReview: TODAY }, 'We owe a preview', undefined],
  [{ submissionForReview: null }, 'We owe a preview', 'Preview 1 day late'],
  [{ hasFreshPreview: true }, 'The company must decide', 'Posting 1 day late'],
  [{ currentStatus: 'Roll Back', hasFreshPreview: false }, 'We owe a new preview', 'Preview 4 days late'],
  [{ currentStatus: 'Approved', hasFreshPreview: true }, undefined, 'Posting 1 day late'],
  [{ currentStatus: 'Posted', hasFreshPreview: true }, undefined, undefined],
  [{ submissionForReview: null, targetPostingDate: null }, 'We owe a preview', undefined],
  [{ ...firstOfSeries, occurrenceDate: TODAY }, 'We owe a preview', undefined],
  [{ ...firstOfSeries, occurrenceDate: '2026-11-20' }, 'We owe a preview', 'Preview 1 day late'],
] as const)('the next step of a task with %o is "%s", "%s"', (changes, step, late) => {
  expect([nextStepInWords(card(changes)), lateInWords(card(changes), TODAY)]).toEqual([step, late])
})

it.each([
  [{ briefVersion: 2, previewBriefVersion: 1 }, 'Changed since version 3'],
  [{ briefVersion: 2, previewBriefVersion: 2 }, undefined],
  [{ briefVersion: 2, previewBriefVersion: null, previewNo: null }, undefined],
  [{ briefVersion: 2, previewBriefVersion: 1, currentStatus: 'Posted' }, undefined],
] as const)('the brief of a task with %o: "%s"', (changes, words) => {
  expect(changeInWords(card({ previewNo: 3, ...changes }))).toBe(words)
})

it.each([
  [{ currentStatus: 'Approved', targetPostingDate: '2026-11-22' }, '2026-11-22'],
  [{ currentStatus: 'Approved', targetPostingDate: null, recurrenceStartDate: '2026-11-16', occurrenceDate: '2026-11-23' }, '2026-11-23'],
  [{ currentStatus: 'Approved', targetPostingDate: TODAY }, undefined],
  [{ currentStatus: 'Approved', targetPostingDate: null }, undefined],
  [{ currentStatus: 'Posted', targetPostingDate: '2026-11-22' }, undefined],
] as const)('a launch of %o is early until %s', (changes, date) => {
  expect(laterPostingDay(card(changes), TODAY)).toBe(date)
})

it.each([
  ['2026-11-16', '2026-11-15', 'Late'],
  ['2026-11-16', '2026-11-16', 'Today'],
  ['2026-11-16', '2026-11-17', 'This week'],
  ['2026-11-16', '2026-11-22', 'This week'],
  ['2026-11-16', '2026-11-23', 'Later'],
  ['2026-11-21', '2026-11-22', 'This week'],
  ['2026-11-22', '2026-11-23', 'Later'],
  ['2026-11-16', null, 'No date'],
])('on %s, the date %s is under the heading %s', (today, date, heading) => {
  expect(periodOf(date, today)).toBe(heading)
})
