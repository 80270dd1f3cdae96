import { formatDate } from '@app/contracts/format/dates.ts'
import { calendarDate, formatClock, formatInFull, formatNear } from '../format/dates.ts'
import { useTodayFor } from '../format/use-today.ts'

interface TimeProps {
  /** A calendar date or an instant. */
  value: string
  /** Shows the date in full even within a week from today. Use it in records, on printed pages, and beside a number of days. */
  full?: boolean
  /** Adds the time of day of an instant. */
  clock?: boolean
  /** The time zone of an instant that is shown in full. Default: the business's. */
  zone?: string
}

/** Shows a date: "today" or "Wed" within a week from today, otherwise "Wed, Nov 25, 2026". The title contains the full form. */
export function Time({ value, full = false, clock = false, zone }: TimeProps) {
  return full ? <FullTime value={value} clock={clock} zone={zone} /> : <NearTime value={value} clock={clock} />
}

const FullTime = ({ value, clock, zone }: { value: string; clock: boolean; zone: string | undefined }) => (
  <time dateTime={value}>{clock ? formatInFull(value, zone) : formatDate(calendarDate(value, zone))}</time>
)

function NearTime({ value, clock }: { value: string; clock: boolean }) {
  const date = formatNear(value, useTodayFor(value))
  const text = clock ? `${date}, ${formatClock(value)}` : date
  const inFull = formatInFull(value)
  return (
    <time dateTime={value} title={text === inFull ? undefined : inFull}>
      {text}
    </time>
  )
}
