import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { dateInWords } from './task-facts.ts'

/** Formats an instant as the web app does, for example "Mon 7 Dec 2026, 5:00 PM EST". */
export function dayAndTime(instant: string, timeZone: string): string {
  const at = new Date(instant)
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  return `${dateInWords(todayIn(timeZone, at))}, ${clock.format(at).replaceAll(/\s/g, ' ')}`
}
