import { calendarDate, formatClock, relativeDate } from '../../../shared/format/dates.ts'

/** "as of 9:02 AM"; of another day with its name. */
export function AsOf({ at }: { at: string }) {
  const isToday = calendarDate(at) === calendarDate(new Date())
  return (
    <time dateTime={at}>
      as of {!isToday && `${relativeDate(at)}, `}
      {formatClock(at)}
    </time>
  )
}
