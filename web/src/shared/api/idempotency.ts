import { ApiError, noAnswer } from './api-error.ts'

const MAX_PENDING = 50

interface PendingCall {
  content: string
  key: string
}

/** Calls whose outcome is not known yet, by caller, method and URL (`target`). */
const pending = new Map<string, PendingCall>()

/** Returns the idempotency key of the last attempt if the content is unchanged, otherwise a new key. */
export function keyFor(target: string, content: object): string {
  const text = textOf(content)
  const last = pending.get(target)
  if (last?.content === text) return last.key
  const key = newId()
  pending.set(target, { content: text, key })
  const [oldest] = pending.keys()
  if (pending.size > MAX_PENDING && oldest) pending.delete(oldest)
  return key
}

/** Deletes the key of a successful call. If the user sends the same content again, that is a new call with a new key. */
export function releaseKey(target: string, key: string): void {
  if (pending.get(target)?.key === key) pending.delete(target)
}

const textOf = (content: object): string =>
  JSON.stringify(content, (_, value) => (value instanceof File ? [value.name, value.size, value.type, value.lastModified] : value))

/** Delays before the retries, in ms. The delays are short, so that the retries end before a user presses the button again. */
const RETRY_DELAYS_MS = [300, 1_000]

/** Whether the server may have executed the call although no result arrived. False while offline. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && (error.code === 'outcome-unknown' || error.code === 'network')

/** Retries a call whose outcome is unknown. The call must have an idempotency key. */
export async function retryUntilKnown<T>(attempt: () => Promise<T>, delays: readonly number[] = RETRY_DELAYS_MS): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const [delay, ...rest] = delays
    if (delay === undefined || !isUnknown(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (navigator.onLine === false) throw noAnswer()
    return retryUntilKnown(attempt, rest)
  }
}

/** Returns 32 random hexadecimal digits. Browsers offer `randomUUID` only in secure contexts (HTTPS). */
export const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => (byte % 16).toString(16)).join('')

/** Returns the `traceparent` header (W3C Trace Context) of a new trace, so that all server spans of a call have one trace id. */
export const newTraceparent = (): string => `00-${newId()}-${newId().slice(16)}-00`
