export interface FairQueueOptions {
  /** Maximum number of places in use at the same time. */
  places: number
  /** Maximum number of places that one key uses at the same time. */
  placesPerKey: number
  waitMs: number
  /** Creates the error for a caller that has waited for `waitMs`, or that arrives while `WAITING_PER_KEY_MAX` others of its key wait. */
  refusal: () => Error
}

export interface FairQueue {
  /**
   * Waits for a place, and returns a function that gives the place back. Call the function once. Callers without a key do not share the
   * limit of a key. With `waitMs`, waits shorter than the queue's own limit.
   */
  enter(key: string | undefined, waitMs?: number): Promise<() => void>
  /** Number of callers that wait for a place. */
  waiting(): number
}

const WAITING_PER_KEY_MAX = 500

interface Waiter {
  arrival: number
  take: () => void
}

interface Party {
  held: number
  waiters: Set<Waiter>
}

/**
 * Creates a queue in memory. A free place is given to the key that uses the fewest places, and within a key in the order of arrival.
 * Therefore, a key with many callers delays only itself.
 */
export function createFairQueue({ places, placesPerKey, waitMs: waitMsMax, refusal }: FairQueueOptions): FairQueue {
  const parties = new Map<string | symbol, Party>()
  let held = 0
  let waiting = 0
  let arrivals = 0

  function nextWaiter(): { party: Party; waiter: Waiter } | undefined {
    let best: { party: Party; waiter: Waiter } | undefined
    for (const party of parties.values()) {
      const [waiter] = party.waiters
      if (!waiter || party.held >= placesPerKey) continue
      const isBetter = !best || party.held < best.party.held || (party.held === best.party.held && waiter.arrival < best.waiter.arrival)
      if (isBetter) best = { party, waiter }
    }
    return best
  }

  function leave(party: Party, waiter: Waiter): void {
    party.waiters.delete(waiter)
    waiting -= 1
  }

  function servePlaces(): void {
    while (held < places) {
      const next = nextWaiter()
      if (!next) return
      leave(next.party, next.waiter)
      next.party.held += 1
      held += 1
      next.waiter.take()
    }
  }

  return {
    async enter(key, waitMs = waitMsMax) {
      const id = key ?? Symbol('no key')
      const party = parties.get(id) ?? { held: 0, waiters: new Set() }
      if (party.waiters.size >= WAITING_PER_KEY_MAX) throw refusal()
      parties.set(id, party)
      const forget = () => {
        if (party.held === 0 && party.waiters.size === 0) parties.delete(id)
      }

      const taken = Promise.withResolvers<void>()
      const late = setTimeout(
        () => {
          leave(party, waiter)
          forget()
          taken.reject(refusal())
        },
        Math.min(waitMs, waitMsMax),
      )
      const waiter = { arrival: ++arrivals, take: taken.resolve }
      party.waiters.add(waiter)
      waiting += 1
      servePlaces()
      await taken.promise.finally(() => clearTimeout(late))

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
