import { calendarDate, formatClock, formatNear } from '../../../shared/format/dates.ts'
import { useTodayFor } from '../../../shared/format/use-today.ts'

/** Formats a time as "as of 9:02 AM". For an earlier day it adds the day: "as of yesterday, 9:02 AM". */
export function AsOf({ at }: { at: string }) {
  const today = useTodayFor(at)
  return (
    <time dateTime={at}>
      as of {calendarDate(at) !== today && `${formatNear(at, today)}, `}
      {formatClock(at)}
    </time>
  )
}
