import { expect, it } from 'vitest'
import { companyToday, isDueNow, postingTimeInWords, type TimedTask } from './posting-time.ts'

const BUSINESS = 'America/New_York'

const task = (timeZone = '', changes: Partial<TimedTask> = {}) => ({
  currentStatus: 'Approved' as const,
  targetPostingDate: '2026-12-07',
  targetPostingTime: '09:00',
  occurrenceDate: null,
  recurrenceStartDate: null,
  timeZone,
  ...changes,
})
const at = (time: string): number => Date.parse(time)

it('a task is due in the time zone of its company', () => {
  expect(isDueNow(task(), at('2026-12-07T13:59:00Z'), '2026-12-07')).toBe(false)
  expect(isDueNow(task(), at('2026-12-07T14:00:00Z'), '2026-12-07')).toBe(true)
  expect(isDueNow(task('America/Los_Angeles'), at('2026-12-07T14:00:00Z'), '2026-12-07')).toBe(false)
  expect(isDueNow(task('America/Los_Angeles'), at('2026-12-07T17:00:00Z'), '2026-12-07')).toBe(true)
})

it('a task of an earlier day, without a time or with another status is not due now', () => {
  const noon = at('2026-12-07T17:00:00Z')
  expect(isDueNow(task('', { targetPostingDate: '2026-12-06' }), noon, '2026-12-07')).toBe(false)
  expect(isDueNow(task('', { targetPostingTime: null }), noon, '2026-12-07')).toBe(false)
  expect(isDueNow({ ...task(), currentStatus: 'Posted' }, noon, '2026-12-07')).toBe(false)
})

it('the date of a company is that in its time zone', () => {
  const now = at('2026-12-07T17:00:00Z')
  const dates = ['Pacific/Guam', 'Mars/Olympus', ''].map((timeZone) => companyToday({ timeZone }, now, BUSINESS))
  expect(dates).toEqual(['2026-12-08', '2026-12-07', '2026-12-07'])
})

it('a posting time names the time zone if it is not the one of the business', () => {
  expect(postingTimeInWords(task(), BUSINESS)).toBe('9:00 AM')
  expect(postingTimeInWords(task('America/Los_Angeles'), BUSINESS)).toBe('9:00 AM PST')
  expect(postingTimeInWords(task('', { targetPostingTime: null }), BUSINESS)).toBeUndefined()
})
