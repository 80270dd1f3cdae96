const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

// Years and months are not accepted, because their lengths differ.
const pattern = /^P(?=.)(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/

/** Returns the milliseconds of an ISO 8601 duration in weeks, days, hours, minutes and whole seconds. Other texts return undefined. */
export function durationMs(text: string): number | undefined {
  const parts = pattern.exec(text)?.slice(1)
  return parts && [WEEK, DAY, HOUR, MINUTE, SECOND].reduce((sum, unit, index) => sum + unit * Number(parts[index] ?? 0), 0)
}
