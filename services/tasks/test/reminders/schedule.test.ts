import { addDays, isSunday } from '@app/contracts/rules/business-dates.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextReminderDay, REMINDERS_MAX } from '../../src/reminders/schedule.ts'

/** Returns the days on which reminders are sent if the preview is never decided. */
function daysOf(since: string, postingDate: string | null, snoozedUntil: string | null = null): string[] {
  const days: string[] = []
  for (let today = since; today < addDays(since, 400); today = addDays(today, 1)) {
    const lastReminded = days.at(-1) ?? null
    if (nextReminderDay({ since, postingDate, reminded: days.length, lastReminded, snoozedUntil }, today) === today) days.push(today)
  }
  return days
}

it.each([
  ['Thursday, without a posting date', '2027-03-04', null, ['2027-03-05', '2027-03-08', '2027-03-10', '2027-03-12', '2027-03-15']],
  ['Friday', '2027-03-05', null, ['2027-03-08', '2027-03-10', '2027-03-12', '2027-03-15', '2027-03-17']],
  ['Saturday, posting on Monday', '2027-03-06', '2027-03-08', ['2027-03-08', '2027-03-10', '2027-03-12', '2027-03-15', '2027-03-17']],
  [
    'Friday, posting on Monday: Saturday is one of the two days before',
    '2027-03-05',
    '2027-03-08',
    ['2027-03-06', '2027-03-08', '2027-03-10', '2027-03-12', '2027-03-15'],
  ],
  ['Monday, posting on Wednesday', '2027-03-08', '2027-03-10', ['2027-03-09', '2027-03-11', '2027-03-13', '2027-03-15', '2027-03-17']],
  ['long before the posting date', '2027-03-01', '2027-03-20', ['2027-03-02', '2027-03-04', '2027-03-06', '2027-03-18', '2027-03-19']],
])('a preview delivered on %s', (_, since, postingDate, days) => {
  expect(daysOf(since, postingDate)).toEqual(days)
})

it('a snooze postpones the reminder to the chosen day', () => {
  expect(daysOf('2027-03-08', null, '2027-03-11')[0]).toBe('2027-03-11')
})

it('is never due on a Sunday, on the day of the delivery or more than five times, and always on a day before the posting date', {
  tags: 'nightly',
}, () => {
  const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-12-01', days))
  fc.assert(
    fc.property(day, fc.option(fc.integer({ min: 0, max: 60 })), (since, ahead) => {
      const postingDate = ahead === null ? null : addDays(since, ahead)
      const days = daysOf(since, postingDate)
      expect(days.some(isSunday)).toBe(false)
      expect(days).toHaveLength(REMINDERS_MAX)
      expect(days[0] !== undefined && days[0] > since).toBe(true)
      if (postingDate !== null)
        for (const before of [addDays(postingDate, -2), addDays(postingDate, -1)])
          if (before > since && !isSunday(before)) expect(days).toContain(before)
    }),
  )
})
