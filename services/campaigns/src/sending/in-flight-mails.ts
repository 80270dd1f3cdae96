import type { Claimed, ProviderQueue } from './ledger.ts'
import { type Outcome, releasedOutcome } from './outcome.ts'

/** An email that this process has claimed and whose outcome is not stored yet. */
export interface InFlightMail {
  claimed: Claimed
  abort: AbortController
  isStarted: boolean
  /** Whether the end of the SMTP message (the final dot) was sent. After that, the mail relay may have accepted the email. */
  isDotSent: boolean
  /** Undefined until the email is accepted, refused or released. */
  outcome?: Outcome
}

/** Maximum SMTP connections of one process. */
const CONNECTIONS = 20
/** Maximum claims of one process. If the process dies, at most this many emails become `unknown`. */
const CLAIMS = 40
/** Share of connections and claims that one dispatch may use for one provider, so that a slow provider does not block others. */
const PROVIDER_SHARE = 0.75
/** How long the number of connections stays reduced after the mail relay refused an additional connection. */
const REDUCED_MS = 60_000

const isOf = ({ claimed }: InFlightMail, { dispatchId, provider }: Pick<ProviderQueue, 'dispatchId' | 'provider'>): boolean =>
  claimed.dispatchId === dispatchId && claimed.provider === provider

export function createInFlightMails() {
  const all = new Set<InFlightMail>()
  let reduced = { connections: CONNECTIONS, until: 0 }
  const connections = (): number => (performance.now() < reduced.until ? reduced.connections : CONNECTIONS)
  const isUnderWay = ({ isStarted, outcome }: InFlightMail): boolean => isStarted && !outcome

  /** Allocates no array, because this function is called for every email. */
  function count(matches: (one: InFlightMail) => boolean): number {
    let found = 0
    for (const one of all) if (matches(one)) found += 1
    return found
  }

  /**
   * Whether a provider refused our domain or IP address for an email of this dispatch, and the outcome is not stored yet. Until the outcome
   * is stored, no further email of the dispatch is sent.
   */
  const isSenderDoubted = (dispatchId: string): boolean =>
    count(({ claimed, outcome }) => outcome?.why === 'sender-refused' && claimed.dispatchId === dispatchId) > 0

  return {
    all,
    add(claimed: Claimed): InFlightMail {
      const one: InFlightMail = { claimed, abort: new AbortController(), isStarted: false, isDotSent: false }
      all.add(one)
      return one
    },
    settling: (): InFlightMail[] => [...all].filter(({ outcome }) => outcome),
    freeClaims: (): number => CLAIMS - count(({ outcome }) => !outcome),
    freeClaimsOf: (queue: Pick<ProviderQueue, 'dispatchId' | 'provider'>): number =>
      CLAIMS * PROVIDER_SHARE - count((one) => !one.outcome && isOf(one, queue)),
    /** Returns the next email for which a connection is free. */
    next(): InFlightMail | undefined {
      if (count(isUnderWay) >= connections()) return undefined
      /** The last claim whose queue has no free connection. Other claims of this queue are skipped without counting connections. */
      let busy: Claimed | undefined
      for (const one of all) {
        if (one.isStarted || one.outcome || (busy && isOf(one, busy))) continue
        const isFree = count((other) => isUnderWay(other) && isOf(other, one.claimed)) < connections() * PROVIDER_SHARE
        if (isFree && !isSenderDoubted(one.claimed.dispatchId)) return one
        busy = one.claimed
      }
      return undefined
    },
    /** For a minute, allows only as many connections as are in use now. Returns false if none is in use. */
    reduceConnections(): boolean {
      const inUse = count(isUnderWay)
      if (inUse > 0) reduced = { connections: inUse, until: performance.now() + REDUCED_MS }
      return inUse > 0
    },
    /**
     * Releases the claims of one dispatch or, without an id, of all dispatches. Keeps the claims of emails whose final SMTP dot was sent,
     * because the mail relay may already have accepted them.
     */
    release(dispatchId?: string): void {
      for (const one of all) {
        if (one.outcome || one.isDotSent || (dispatchId && one.claimed.dispatchId !== dispatchId)) continue
        if (one.isStarted) one.abort.abort()
        else one.outcome = releasedOutcome(null)
      }
    },
  }
}
