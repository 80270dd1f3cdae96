import { addDays, type CalendarDate, isSunday } from '@app/contracts/rules/business-dates.ts'
import { SNOOZE_DAYS_MAX } from '@app/contracts/rules/reviews.ts'

/** Returns the days to which the reminders about a preview can be postponed. No reminder is sent on a Sunday, or after the posting date. */
export function snoozeDays(today: CalendarDate, postingDate: CalendarDate | null): CalendarDate[] {
  const isLate = postingDate === null || postingDate <= today
  return Array.from({ length: SNOOZE_DAYS_MAX }, (_, at) => addDays(today, at + 1)).filter(
    (day) => !isSunday(day) && (isLate || day < postingDate),
  )
}
