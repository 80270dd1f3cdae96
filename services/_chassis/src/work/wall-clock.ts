import { type CalendarDate, todayIn } from '@app/contracts/rules/business-dates.ts'

const MINUTE_MS = 60_000

/** What the clocks of a zone show at an instant, as if they were UTC. */
function shownAt(instant: number, timeZone: string): number {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  return Date.parse(`${todayIn(timeZone, new Date(instant))}T${time.format(instant)}Z`)
}

/**
 * The instant at which the clocks of an IANA zone show `HH:MM` on a date. A time that they skip in spring comes as much
 * later as they skip; of one that comes twice in autumn, the first.
 */
export function instantOf(date: CalendarDate, time: string, timeZone: string): Date {
  const wanted = Date.parse(`${date}T${time}:00Z`)
  // Two offsets are possible at most: that of the day before and that of the day after.
  const offsets = [-1, 1].map((days) => {
    const near = wanted + days * 24 * 60 * MINUTE_MS
    return shownAt(near, timeZone) - near
  })
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b)
  const [first = wanted, second = first] = candidates
  const exact = candidates.find((instant) => shownAt(instant, timeZone) === wanted)
  return new Date(exact ?? Math.max(first, second))
}
