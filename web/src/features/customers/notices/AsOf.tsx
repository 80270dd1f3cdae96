import { calendarDate, formatClock, relativeDate } from '../../../shared/format/dates.ts'
import { useTodayFor } from '../../../shared/format/use-today.ts'

/** "as of 9:02 AM", or "as of yesterday, 9:02 AM" for an earlier day. */
export function AsOf({ at }: { at: string }) {
  const today = useTodayFor(at)
  return (
    <time dateTime={at}>
      as of {calendarDate(at) !== today && `${relativeDate(at, today)}, `}
      {formatClock(at)}
    </time>
  )
}
