const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const inWords = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`

/** Returns how long ago an instant was, for example "2 hours ago". */
export function agoInWords(instant: string, now: number): string {
  const ms = now - Date.parse(instant)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return inWords(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return inWords(Math.floor(ms / HOUR_MS), 'hour')
  return inWords(Math.floor(ms / DAY_MS), 'day')
}
