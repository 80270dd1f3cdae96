export interface FairQueueOptions {
  /** Maximum number of places in use at the same time. */
  places: number
  /** Maximum number of places that one key uses at the same time. */
  placesPerKey: number
  waitMs: number
  /** Maximum number of callers that wait, of one key and in all. */
  waitingPerKeyMax?: number
  waitingMax?: number
  /** Creates the error for a caller that has waited for `waitMs`, or that arrives while too many others wait. */
  refusal: () => Error
}

export interface EnterOptions {
  /** Maximum wait, if shorter than the queue's own limit. */
  waitMs?: number
  /** Ends the wait, with its reason as the error. */
  signal?: AbortSignal
}

export interface FairQueue {
  /**
   * Waits for a place, and returns a function that gives the place back. Call the function once. Callers without a key do not share the
   * limit of a key.
   */
  enter(key: string | undefined, options?: EnterOptions): Promise<() => void>
  /** Number of callers that wait for a place. */
  waiting(): number
}

type Take = () => void

interface Party {
  id: string | symbol
  held: number
  waiters: Set<Take>
}

/**
 * Creates a queue in memory. A free place is given to the key that uses the fewest places, among these to the key that got a place least
 * recently, and within a key in the order of arrival. Therefore, a key with many callers delays only itself.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { places, placesPerKey, waitingPerKeyMax = 500, waitingMax = Number.POSITIVE_INFINITY, refusal } = options
  /** A key that gets a place moves to the end. */
  const parties = new Map<string | symbol, Party>()
  let held = 0
  let waiting = 0

  function nextParty(): Party | undefined {
    let best: Party | undefined
    for (const party of parties.values()) {
      const canEnter = party.waiters.size > 0 && party.held < placesPerKey
      if (canEnter && (!best || party.held < best.held)) best = party
    }
    return best
  }

  function leave(party: Party, take: Take): void {
    party.waiters.delete(take)
    waiting -= 1
  }

  function servePlaces(): void {
    while (held < places) {
      const party = nextParty()
      const [take] = party?.waiters ?? []
      if (!party || !take) return
      leave(party, take)
      parties.delete(party.id)
      parties.set(party.id, party)
      party.held += 1
      held += 1
      take()
    }
  }

  return {
    async enter(key, { waitMs = options.waitMs, signal } = {}) {
      signal?.throwIfAborted()
      const id = key ?? Symbol('no key')
      const party = parties.get(id) ?? { id, held: 0, waiters: new Set() }
      if (party.waiters.size >= waitingPerKeyMax || waiting >= waitingMax) throw refusal()
      parties.set(id, party)
      const forget = () => {
        if (party.held === 0 && party.waiters.size === 0) parties.delete(id)
      }

      const { promise: taken, resolve: take, reject } = Promise.withResolvers<void>()
      const giveUp = (reason: unknown) => {
        if (!party.waiters.has(take)) return
        leave(party, take)
        forget()
        reject(reason)
      }
      const late = setTimeout(() => giveUp(refusal()), Math.min(waitMs, options.waitMs))
      const abort = () => giveUp(signal?.reason)
      signal?.addEventListener('abort', abort, { once: true })
      party.waiters.add(take)
      waiting += 1
      servePlaces()
      await taken.finally(() => {
        clearTimeout(late)
        signal?.removeEventListener('abort', abort)
      })

      return () => {
        party.held -= 1
        held -= 1
        forget()
        servePlaces()
      }
    },
    waiting: () => waiting,
  }
}
