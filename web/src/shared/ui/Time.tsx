import { formatDate, relativeDate } from '../format/dates.ts'

interface TimeProps {
  /** A calendar date or an instant. */
  value: string
  /** Says days near today in words ("in 5 days"); the full date stays as the title. */
  relative?: boolean
}

export function Time({ value, relative = false }: TimeProps) {
  return (
    <time dateTime={value} title={relative ? formatDate(value) : undefined}>
      {relative ? relativeDate(value) : formatDate(value)}
    </time>
  )
}
