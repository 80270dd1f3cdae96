import { formatAgo } from '@app/contracts/format/relative.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns how long ago an instant was, for example "2 hours ago". */
export function agoInWords(instant: string, now: number): string {
  const ms = now - Date.parse(instant)
  if (ms < MINUTE_MS) return 'just now'
  if (ms < HOUR_MS) return formatAgo(Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return formatAgo(Math.floor(ms / HOUR_MS), 'hour')
  return formatAgo(Math.floor(ms / DAY_MS), 'day')
}
