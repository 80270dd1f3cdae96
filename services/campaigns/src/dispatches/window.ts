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

/** When people that could not be read are asked for again, after so many tries. */
export const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS))

interface Waiting {
  sendsAt: string
  toldLate: boolean
}

/** When there is something to do for a sending that waits until then: sooner, where it becomes late or its day ends before. */
export function nextLook(until: Date, { sendsAt, toldLate }: Waiting, now: Date): Date {
  const late = lateAt(sendsAt)
  const looks = [until, endsAt(sendsAt), ...(!toldLate && late > now ? [late] : [])]
  return new Date(Math.min(...looks.map((look) => look.getTime())))
}
