import { addDays, type CalendarDate, weekdayOf } from '@app/contracts/rules/business-dates.ts'

/** Headings of a list that is sorted by a date. */
type Period = 'Late' | 'Today' | 'This week' | 'Later' | 'No date'

/** Returns the heading of a date. A week ends on Sunday. */
export function periodOf(date: CalendarDate | null, today: CalendarDate): Period {
  if (!date) return 'No date'
  if (date <= today) return date === today ? 'Today' : 'Late'
  return date <= addDays(today, (7 - weekdayOf(today)) % 7) ? 'This week' : 'Later'
}
