export const TAPS = 4
const TAP_WINDOW_MS = 400

export interface Taps {
  count: number
  lastAt: number
}

export const noTaps: Taps = { count: 0, lastAt: Number.NEGATIVE_INFINITY }

/** Counts a tap: one within 400 ms of the last goes on, a later one starts anew. */
export function addTap({ count, lastAt }: Taps, at: number): Taps {
  return { count: at - lastAt <= TAP_WINDOW_MS ? count + 1 : 1, lastAt: at }
}
