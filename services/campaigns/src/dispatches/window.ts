import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { CampaignsDeps } from '../deps.ts'

const MINUTE_MS = 60_000

/** After this the owner is told that a sending still waits for the spreadsheet. */
const LATE_MS = 15 * MINUTE_MS
/** How long a sending may begin by itself: what begins at nine is over at five. */
const WINDOW_MS = 8 * 60 * MINUTE_MS
const FIRST_WAIT_MS = MINUTE_MS / 2
const LONGEST_WAIT_MS = 5 * MINUTE_MS

const after = (sendsAt: string, ms: number): Date => new Date(Date.parse(sendsAt) + ms)

export const lateAt = (sendsAt: string): Date => after(sendsAt, LATE_MS)
export const endsAt = (sendsAt: string): Date => after(sendsAt, WINDOW_MS)
export const isOver = (sendsAt: string, now: Date): boolean => now >= endsAt(sendsAt)

export const STOPPED_TOO_LONG = { code: 'stopped', reason: 'It was stopped until its day was over.' }

interface Stopped {
  sendsAt: string
  startedAt: string | null
}

/** Whether a sending that was stopped would go out late: one that has begun may go on for the rest of its day. */
export const isTooLate = ({ startedAt, sendsAt }: Stopped, { now, timeZone }: Pick<CampaignsDeps, 'now' | 'timeZone'>): boolean =>
  startedAt ? todayIn(timeZone, new Date(sendsAt)) < todayIn(timeZone, now()) : isOver(sendsAt, now())

/** When people that could not be read are asked for again, after so many tries. */
export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS))

interface Waiting {
  sendsAt: string
  toldLate: boolean
}

/** When there is something to do for a sending that waits until then: sooner, where it becomes late or its day ends before. */
export function nextWakeUp(until: Date, { sendsAt, toldLate }: Waiting, now: Date): Date {
  const late = lateAt(sendsAt)
  const looks = [until, endsAt(sendsAt), ...(!toldLate && late > now ? [late] : [])]
  return new Date(Math.min(...looks.map((look) => look.getTime())))
}
