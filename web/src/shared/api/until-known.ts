import { ApiError, noAnswer } from './api-error.ts'

/** Together less than anybody waits for before pressing the button again. */
const WAITS_MS = [300, 1_000]

/** The server, or the way to it, went away while it may have been at work. Who is offline is told so at once: nothing is sent behind that. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && (error.code === 'outcome-unknown' || error.code === 'network')

/** Sends again what may or may not have been done; only for calls that carry an idempotency key. */
export async function untilKnown<T>(attempt: () => Promise<T>, waits: readonly number[] = WAITS_MS): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const [wait, ...later] = waits
    if (wait === undefined || !isUnknown(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (navigator.onLine === false) throw noAnswer()
    return untilKnown(attempt, later)
  }
}
