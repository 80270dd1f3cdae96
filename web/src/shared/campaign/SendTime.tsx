import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { formatDate, timeZone } from '../format/dates.ts'

/** Date and time in the business's time zone, for example "Mon 7 Dec 2026, 9:00 AM EST". */
export function SendTime({ at }: { at: string }) {
  const instant = new Date(at)
  const clock = new Intl.DateTimeFormat('en-US', { timeZone: timeZone(), hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })
  return (
    <time dateTime={at}>
      {formatDate(todayIn(timeZone(), instant))}, {clock.format(instant).replace(/\s/g, ' ')}
    </time>
  )
}
