import { addDays, type CalendarDate, isSunday, todayIn } from '@app/contracts/rules/business-dates.ts'
import { instantOf } from '@app/contracts/rules/wall-clock.ts'

/** Local time at which reminders are due. */
const REMINDER_TIME = '09:00'

/** Returns the time at which the reminders of a day are due. */
export const reminderTimeOf = (day: CalendarDate, timeZone: string): Date => instantOf(day, REMINDER_TIME, timeZone)

/** Whether the reminders of the current day are due. On a Sunday, none are. */
export function isReminderTime(timeZone: string, now: Date): boolean {
  const today = todayIn(timeZone, now)
  return !isSunday(today) && now >= reminderTimeOf(today, timeZone)
}

function firstTimeFrom(day: CalendarDate, timeZone: string, now: Date): Date {
  const time = reminderTimeOf(day, timeZone)
  return isSunday(day) || time <= now ? firstTimeFrom(addDays(day, 1), timeZone, now) : time
}

/** Returns the next time at which the reminders of a day become due. */
export const nextReminderTime = (timeZone: string, now: Date): Date => firstTimeFrom(todayIn(timeZone, now), timeZone, now)

/** Returns the start of the next Sunday after a day. */
export function startOfSunday(day: CalendarDate, timeZone: string): Date {
  const next = addDays(day, 1)
  return isSunday(next) ? instantOf(next, '00:00', timeZone) : startOfSunday(next, timeZone)
}
