import { addDays, type CalendarDate, isSunday } from '@app/contracts/rules/business-dates.ts'
import { SNOOZE_DAYS_MAX } from '@app/contracts/rules/reviews.ts'

/**
 * Returns the days to which the reminders about a preview can be postponed. Sundays are left out, because no reminder is sent on a Sunday.
 * If the posting date is in the future, all days are before the posting date.
 */
export function snoozeDays(today: CalendarDate, postingDate: CalendarDate | null): CalendarDate[] {
  const isLate = postingDate === null || postingDate <= today
  return Array.from({ length: SNOOZE_DAYS_MAX }, (_, at) => addDays(today, at + 1)).filter(
    (day) => !isSunday(day) && (isLate || day < postingDate),
  )
}
