import { ApiError } from './api-error.ts'

/** Together less than anybody waits for before pressing the button again. */
const WAITS_MS = [300, 1_000]

/** The server, or the way to it, went away while it may have been at work. Without a network nothing was sent. */
function isUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'outcome-unknown' || (error.code === 'network' && navigator.onLine !== false)
}

/** Sends again what may or may not have been done; only for calls that carry an idempotency key. */
export async function untilKnown<T>(attempt: () => Promise<T>, waits: readonly number[] = WAITS_MS): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const [wait, ...later] = waits
    if (wait === undefined || !isUnknown(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    return untilKnown(attempt, later)
  }
}
