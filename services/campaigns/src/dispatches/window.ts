import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { CampaignsDeps } from '../deps.ts'

const MINUTE_MS = 60_000

/** If a dispatch still waits for the spreadsheet this long after its scheduled time, the owner gets an email. */
const LATE_MS = 15 * MINUTE_MS
/** How long after its scheduled time a dispatch may start automatically, for example from 09:00 to 17:00. */
const WINDOW_MS = 8 * 60 * MINUTE_MS
const FIRST_WAIT_MS = MINUTE_MS / 2
const MAX_WAIT_MS = 5 * MINUTE_MS

const after = (sendsAt: string, ms: number): Date => new Date(Date.parse(sendsAt) + ms)

export const lateAt = (sendsAt: string): Date => after(sendsAt, LATE_MS)
export const endsAt = (sendsAt: string): Date => after(sendsAt, WINDOW_MS)
export const isOver = (sendsAt: string, now: Date): boolean => now >= endsAt(sendsAt)

export const STOPPED_TOO_LONG = { code: 'stopped', reason: 'Sending was stopped until the end of the day.' }

interface Stopped {
  sendsAt: string
  startedAt: string | null
}

/** Whether it is too late to send a stopped dispatch. A dispatch that has started sending may continue until the end of its day. */
export const isTooLate = ({ startedAt, sendsAt }: Stopped, { now, timeZone }: Pick<CampaignsDeps, 'now' | 'timeZone'>): boolean =>
  startedAt ? todayIn(timeZone, new Date(sendsAt)) < todayIn(timeZone, now()) : isOver(sendsAt, now())

/** Returns when to retry after `tries` failed attempts (exponential backoff, 30 s to 5 min). */
export const nextTry = (tries: number, now: Date): Date => new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MAX_WAIT_MS))

interface Waiting {
  sendsAt: string
  isLateReported: boolean
}

/** Returns when the scheduler processes a waiting dispatch next: at `until`, or when the dispatch becomes late or its window ends. */
export function nextWakeUp(until: Date, { sendsAt, isLateReported }: Waiting, now: Date): Date {
  const late = lateAt(sendsAt)
  const times = [until, endsAt(sendsAt), ...(!isLateReported && late > now ? [late] : [])]
  return new Date(Math.min(...times.map((time) => time.getTime())))
}
