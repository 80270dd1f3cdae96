import { addDays, todayIn } from '@app/contracts/rules/business-dates.ts'
import { DAILY_TASK_EMAIL_TIME, type TaskEmailFrequency } from '@app/contracts/rules/task-emails.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'

const MINUTE_MS = 60_000

/** Maximum difference between the clocks of replicas. If a stored time is further in the future than this, the clock was set back. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS

/** Returns the first time after `from` at which the clock shows `DAILY_TASK_EMAIL_TIME`. */
function nextDailyTime(from: Date, timeZone: string): Date {
  const day = todayIn(timeZone, from)
  const time = instantOf(day, DAILY_TASK_EMAIL_TIME, timeZone)
  return time > from ? time : instantOf(addDays(day, 1), DAILY_TASK_EMAIL_TIME, timeZone)
}

/** Returns when a digest is due whose oldest entry was added at a time. */
export function dueTime(frequency: TaskEmailFrequency, oldest: Date, timeZone: string): Date {
  switch (frequency) {
    case 'at-once':
    case 'none':
      return oldest
    case 'quarter-hourly':
      return new Date(oldest.getTime() + 15 * MINUTE_MS)
    case 'hourly':
      return new Date(oldest.getTime() + 60 * MINUTE_MS)
    case 'daily':
      return nextDailyTime(oldest, timeZone)
  }
}

/**
 * Whether an admin's digest is due. `oldest` is when the oldest of its entries was added. All times are times of the business clock. After
 * the clock was set back, a digest with older entries is due at once.
 */
export const isDigestDue = (frequency: TaskEmailFrequency, oldest: Date, now: Date, timeZone: string): boolean =>
  now >= dueTime(frequency, oldest, timeZone) || oldest.getTime() > now.getTime() + CLOCK_DIFFERENCE_MS
