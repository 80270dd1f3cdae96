import { AppError } from '../../http/errors.ts'

const RETRY_AFTER_SECONDS = 10

const busy = () =>
  new AppError('busy', 'unavailable', 'Many pictures are being processed at the moment. Please try again shortly.', {
    retryAfter: RETRY_AFTER_SECONDS,
  })

interface Waiter {
  enter: () => void
}

export interface FairSlotsOptions {
  slots: number
  /** Maximum number of waiting calls of one caller, and of all callers. Further calls fail with 503. */
  callerMax: number
  totalMax: number
  waitLimitMs: number
}

/**
 * Creates a semaphore that is fair between callers: a free slot goes to the waiting caller with the fewest slots, and among these to the
 * caller that has waited longest since its last slot. A caller with many calls therefore delays other callers by at most one call per slot.
 */
export function fairSlots({ slots, callerMax, totalMax, waitLimitMs }: FairSlotsOptions) {
  /** Waiting calls by caller. A caller that gets a slot moves to the end. */
  const waiting = new Map<string, Waiter[]>()
  const held = new Map<string, number>()
  let free = slots
  let total = 0

  const heldBy = (caller: string): number => held.get(caller) ?? 0

  function leave(caller: string, waiter: Waiter): void {
    const others = (waiting.get(caller) ?? []).filter((each) => each !== waiter)
    if (others.length > 0) waiting.set(caller, others)
    else waiting.delete(caller)
    total--
  }

  function hold(caller: string): void {
    free--
    held.set(caller, heldBy(caller) + 1)
  }

  function grantNext(): void {
    let next: string | undefined
    for (const caller of waiting.keys()) if (next === undefined || heldBy(caller) < heldBy(next)) next = caller
    const [waiter, ...others] = (next !== undefined && waiting.get(next)) || []
    if (next === undefined || !waiter) return
    waiting.delete(next)
    if (others.length > 0) waiting.set(next, others)
    total--
    hold(next)
    waiter.enter()
  }

  function release(caller: string): void {
    free++
    const left = heldBy(caller) - 1
    if (left > 0) held.set(caller, left)
    else held.delete(caller)
    grantNext()
  }

  const wait = (caller: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
      const waiter: Waiter = {
        enter() {
          stop()
          resolve()
        },
      }
      const fail = (reason: unknown) => {
        stop()
        leave(caller, waiter)
        reject(reason)
      }
      const abort = () => fail(signal.reason)
      const timer = setTimeout(() => fail(busy()), waitLimitMs)
      signal.addEventListener('abort', abort, { once: true })
      waiting.set(caller, [...(waiting.get(caller) ?? []), waiter])
      total++
    })

  /** Waits for a slot. Resolves to a function that releases the slot. Throws a 503 if too many calls wait, or after the time limit. */
  return async function acquire(caller: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (free > 0) hold(caller)
    else {
      if (total >= totalMax || (waiting.get(caller)?.length ?? 0) >= callerMax) throw busy()
      await wait(caller, signal)
    }
    return () => release(caller)
  }
}
