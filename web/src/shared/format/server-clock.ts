/** Smaller differences are the time of the response on its way, and the seconds that the header `Date` cuts off. */
const IGNORED_MS = 60_000

let aheadMs = 0

/** Records the server's time, from the header `Date` of a response. The date of the server counts, even if this device's clock is wrong. */
export function recordServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) > IGNORED_MS ? difference : 0
}

export const serverNow = (): Date => new Date(Date.now() + aheadMs)
