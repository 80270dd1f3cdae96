import { addDays, type CalendarDate, isSunday, nextWorkingDay } from '@app/contracts/rules/business-dates.ts'

/** A preview causes at most this many reminders. */
export const REMINDERS_MAX = 5
const EVERY_DAYS = 2

/** A preview that waits for a decision. All dates are dates in the time zone of the company. */
export interface WaitingPreview {
  since: CalendarDate
  postingDate: CalendarDate | null
  /** Number of reminders so far. */
  reminded: number
  lastReminded: CalendarDate | null
  snoozedUntil: CalendarDate | null
}

const latest = (...dates: (CalendarDate | null)[]): CalendarDate => dates.reduce<CalendarDate>((a, b) => (b !== null && b > a ? b : a), '')

const notSunday = (date: CalendarDate): CalendarDate => (isSunday(date) ? addDays(date, 1) : date)

/**
 * Returns the first day from `earliest` on which a reminder of the preview is due, or null if no reminder is due anymore. Reminders are due
 * on the first working day after the delivery, then every second day, and on the two days before the posting date. No reminder is due on a
 * Sunday. The last of the `REMINDERS_MAX` reminders are reserved for the two days before the posting date.
 */
export function nextReminderDay(
  { since, postingDate, reminded, lastReminded, snoozedUntil }: WaitingPreview,
  earliest: CalendarDate,
): CalendarDate | null {
  const from = latest(earliest, addDays(since, 1), lastReminded && addDays(lastReminded, 1), snoozedUntil)
  const daysBeforePosting = postingDate === null ? [] : [addDays(postingDate, -2), addDays(postingDate, -1)]
  const reserved = daysBeforePosting.filter((day) => day >= from && !isSunday(day))
  if (reminded >= REMINDERS_MAX) return null
  if (reminded >= REMINDERS_MAX - reserved.length) return reserved[0] ?? null
  const next = latest(from, nextWorkingDay(since), lastReminded && addDays(lastReminded, EVERY_DAYS))
  return [notSunday(next), ...reserved].sort()[0] ?? null
}
