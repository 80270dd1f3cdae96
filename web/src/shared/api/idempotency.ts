import { ApiError, noAnswer } from './api-error.ts'
import { newId } from './ids.ts'

const MOST_KEPT = 50

interface Sending {
  content: string
  key: string
}

/** What was sent and never surely answered, by where to. */
const open = new Map<string, Sending>()

/** The key to send this content with: the same while the same is tried again, another once it was changed. */
export function keyFor(address: string, content: object): string {
  const text = textOf(content)
  const last = open.get(address)
  if (last?.content === text) return last.key
  const key = newId()
  open.set(address, { content: text, key })
  const [oldest] = open.keys()
  if (open.size > MOST_KEPT && oldest) open.delete(oldest)
  return key
}

/** Forgets the key of a call that succeeded: sending the same content again is a new call with a new key. */
export function releaseKey(address: string, key: string): void {
  if (open.get(address)?.key === key) open.delete(address)
}

const textOf = (content: object): string =>
  JSON.stringify(content, (_, value) => (value instanceof File ? [value.name, value.size, value.type, value.lastModified] : value))

/** Together less than anybody waits for before pressing the button again. */
const WAITS_MS = [300, 1_000]

/** The server, or the way to it, went away while it may have been at work. Who is offline is told so at once: nothing is sent behind that. */
const isUnknown = (error: unknown): boolean => error instanceof ApiError && (error.code === 'outcome-unknown' || error.code === 'network')

/** Retries a call whose outcome is unknown. Only for calls with an idempotency key. */
export async function retryUntilKnown<T>(attempt: () => Promise<T>, waits: readonly number[] = WAITS_MS): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const [wait, ...later] = waits
    if (wait === undefined || !isUnknown(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (navigator.onLine === false) throw noAnswer()
    return retryUntilKnown(attempt, later)
  }
}
