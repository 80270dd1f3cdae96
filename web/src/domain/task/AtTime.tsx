import { formatTimeOfDay } from '@app/contracts/format/times.ts'
import type { TimeOfDay } from '@app/contracts/rules/posting-time.ts'

/** Adds the posting time to a posting date, for example ", 9:00 AM". Renders nothing for a task without a time. */
export const AtTime = ({ time }: { time: TimeOfDay | null | undefined }) => (time ? <>, {formatTimeOfDay(time)}</> : null)
