import { type CalendarDate, todayIn } from './business-dates.ts'

const MINUTE_MS = 60_000

/** Local time of a zone at an instant, encoded as if it were UTC. */
function shownAt(instant: number, timeZone: string): number {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  return Date.parse(`${todayIn(timeZone, new Date(instant))}T${time.format(instant)}Z`)
}

/** Returns the local time of an instant in a time zone, `YYYY-MM-DDTHH:MM`. */
export const localTimeAt = (instant: Date, timeZone: string): string =>
  new Date(shownAt(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS, timeZone)).toISOString().slice(0, 16)

/**
 * Returns the instant of a local time `HH:MM`. If the time is skipped when daylight saving begins, the result is later by the skipped
 * duration. If the time occurs twice when daylight saving ends, the result is its first occurrence.
 */
export function instantOf(date: CalendarDate, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`)
  // At this time, the zone has the same offset from UTC as one day earlier or one day later.
  const offsets = [-1, 1].map((days) => {
    const near = wanted + days * 24 * 60 * MINUTE_MS
    return shownAt(near, timeZone) - near
  })
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b)
  const [first = wanted, second = first] = candidates
  const exact = candidates.find((instant) => shownAt(instant, timeZone) === wanted)
  return new Date(exact ?? Math.max(first, second))
}
