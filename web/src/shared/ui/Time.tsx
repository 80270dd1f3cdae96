import { formatClock, formatDate, relativeDate } from '../format/dates.ts'

interface TimeProps {
  /** A calendar date or an instant. */
  value: string
  /** Says days near today in words ("in 5 days"); the full date stays as the title. */
  relative?: boolean
  /** Says the time of day of an instant, too. */
  clock?: boolean
}

export function Time({ value, relative = false, clock = false }: TimeProps) {
  const day = relative ? relativeDate(value) : formatDate(value)
  return (
    <time dateTime={value} title={relative ? formatDate(value) : undefined}>
      {clock ? `${day}, ${formatClock(value)}` : day}
    </time>
  )
}
