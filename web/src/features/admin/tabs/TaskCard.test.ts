import { describe, expect, it } from 'vitest'
import { lateness, relativeDays } from './TaskCard.tsx'

const TODAY = '2026-11-21'

it.each([
  [null, '-'],
  [TODAY, 'Today'],
  ['2026-11-22', '1 Days'],
  ['2026-12-05', '14 Days'],
  ['2026-11-20', '1 Days Ago'],
  ['2026-10-31', '21 Days Ago'],
])('%s is %s', (date, words) => {
  expect(relativeDays(date, TODAY)).toBe(words)
})

describe('a task is late', () => {
  const passed = {
    currentStatus: 'Pending',
    submissionForReview: '2026-11-20',
    targetPostingDate: '2026-11-20',
    doneTaskImage: null,
    rollbackFeedback: [],
  } as const

  it.each([
    ['with no preview by its date', {}, { submission: true, target: true }],
    ['with a delivered preview', { doneTaskImage: '/1.png' }, { submission: false, target: true }],
    ['when referred back', { currentStatus: 'Roll Back', doneTaskImage: '/1.png' }, { submission: true, target: true }],
    ['when approved', { currentStatus: 'Approved', doneTaskImage: '/1.png' }, { submission: false, target: true }],
    ['not once posted', { currentStatus: 'Posted' }, { submission: false, target: false }],
    ['not on the day itself', { submissionForReview: TODAY, targetPostingDate: TODAY }, { submission: false, target: false }],
    ['not without dates', { submissionForReview: null, targetPostingDate: null }, { submission: false, target: false }],
  ] as const)('%s', (_case, change, late) => {
    expect(lateness({ ...passed, rollbackFeedback: [], ...change }, TODAY)).toEqual(late)
  })
})
