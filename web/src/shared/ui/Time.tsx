import { formatClock, formatDate, relativeDate } from '../format/dates.ts'
import { useTodayFor } from '../format/use-today.ts'

interface TimeProps {
  /** A calendar date or an instant. */
  value: string
  /** Shows days near today in words, for example "in 5 days". The title then contains the full date. */
  relative?: boolean
  /** Adds the time of day of an instant. */
  clock?: boolean
}

export function Time({ value, relative = false, clock = false }: TimeProps) {
  if (relative) return <RelativeTime value={value} />
  return <time dateTime={value}>{clock ? `${formatDate(value)}, ${formatClock(value)}` : formatDate(value)}</time>
}

function RelativeTime({ value }: { value: string }) {
  return (
    <time dateTime={value} title={formatDate(value)}>
      {relativeDate(value, useTodayFor(value))}
    </time>
  )
}
