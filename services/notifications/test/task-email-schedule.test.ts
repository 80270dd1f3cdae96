import { taskEmailFrequencies } from '@app/contracts/rules/task-emails.ts'
import { expect, it } from 'vitest'
import { isDigestDue } from '../src/task-emails/schedule.ts'

const ZONE = 'America/New_York'
const isDue = (frequency: (typeof taskEmailFrequencies)[number], oldest: string, now: string) =>
  isDigestDue(frequency, new Date(oldest), new Date(now), ZONE)

it.each([
  ['at-once', '2027-03-08T15:00:00Z'],
  ['none', '2027-03-08T15:00:00Z'],
  ['quarter-hourly', '2027-03-08T15:15:00Z'],
  ['hourly', '2027-03-08T16:00:00Z'],
  ['daily', '2027-03-09T14:00:00Z'],
] as const)('%s: news of 15:00 UTC are due at %s', (frequency, due) => {
  const oldest = '2027-03-08T15:00:00Z'
  const before = new Date(Date.parse(due) - 1).toISOString()
  expect([isDue(frequency, oldest, before), isDue(frequency, oldest, due)]).toEqual([false, true])
})

it.each([
  ['before 9:00 are due on the same day', '2027-03-09T13:59:00Z', '2027-03-09T14:00:00Z'],
  ['at 9:00 are due on the next day', '2027-03-09T14:00:00Z', '2027-03-10T14:00:00Z'],
  ['on the day before daylight saving time begins are due at 9:00 of the new time', '2027-03-13T20:00:00Z', '2027-03-14T13:00:00Z'],
  ['on the day before daylight saving time ends are due at 9:00 of the new time', '2027-11-06T20:00:00Z', '2027-11-07T14:00:00Z'],
])('daily: news %s', (_name, oldest, due) => {
  const before = new Date(Date.parse(due) - 1).toISOString()
  expect([isDue('daily', oldest, before), isDue('daily', oldest, due)]).toEqual([false, true])
})

it('news that are newer than the clock are due at once, because the clock was set back', () => {
  for (const frequency of taskEmailFrequencies) {
    expect(isDue(frequency, '2027-03-08T15:01:01Z', '2027-03-08T15:00:00Z')).toBe(true)
    expect(isDue(frequency, '2027-03-08T15:00:59Z', '2027-03-08T15:00:00Z')).toBe(false)
  }
})
