import type { Claimed, ProviderQueue } from './ledger.ts'
import { type Outcome, releasedOutcome } from './outcome.ts'

/** A mail that this process has claimed and whose outcome is not stored yet. */
export interface InFlightMail {
  claimed: Claimed
  abort: AbortController
  isStarted: boolean
  /** Whether the final dot was sent: from then on only the relay knows whether it took the mail. */
  isDotSent: boolean
  /** Set until it is stored in the ledger. */
  outcome?: Outcome
}

/** Connections of one process. */
const CONNECTIONS = 20
/** Claims of one process: as many as may have left unknown when it dies. Those without a connection are the next in line. */
const CLAIMS = 40
/** Share of both that the mails of one dispatch to one provider may use, so that a slow provider does not block others. */
const PROVIDER_SHARE = 0.75
/** How long the number of connections stays reduced after the relay refused a further one. */
const REDUCED_MS = 60_000

const isOf = ({ claimed }: InFlightMail, { dispatchId, provider }: Pick<ProviderQueue, 'dispatchId' | 'provider'>): boolean =>
  claimed.dispatchId === dispatchId && claimed.provider === provider

/** The mails that one process has claimed, until their outcomes are stored in the ledger. */
export function createInFlightMails() {
  const all = new Set<InFlightMail>()
  let reduced = { connections: CONNECTIONS, until: 0 }
  const connections = (): number => (performance.now() < reduced.until ? reduced.connections : CONNECTIONS)
  const isUnderWay = ({ isStarted, outcome }: InFlightMail): boolean => isStarted && !outcome

  /** Counts without an intermediate list, since it is called for every mail. */
  function count(matches: (one: InFlightMail) => boolean): number {
    let found = 0
    for (const one of all) if (matches(one)) found += 1
    return found
  }

  /** Whether a refusal of us is not counted yet: until then no further mail of the dispatch is sent. */
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
    /** How many further mails may be claimed. */
    freeClaims: (): number => CLAIMS - count(({ outcome }) => !outcome),
    /** How many further mails of one queue may be claimed. */
    freeClaimsOf: (queue: Pick<ProviderQueue, 'dispatchId' | 'provider'>): number =>
      CLAIMS * PROVIDER_SHARE - count((one) => !one.outcome && isOf(one, queue)),
    /** Returns the next mail for which a connection is free. */
    next(): InFlightMail | undefined {
      if (count(isUnderWay) >= connections()) return undefined
      /** A mail of the last queue without a free connection: the mails behind it are mostly of the same queue. */
      let busy: Claimed | undefined
      for (const one of all) {
        if (one.isStarted || one.outcome || (busy && isOf(one, busy))) continue
        const isFree = count((other) => isUnderWay(other) && isOf(other, one.claimed)) < connections() * PROVIDER_SHARE
        if (isFree && !isSenderDoubted(one.claimed.dispatchId)) return one
        busy = one.claimed
      }
      return undefined
    },
    /** Limits the connections to those in use, for a while. Returns whether there are any. */
    reduceConnections(): boolean {
      reduced = { connections: count(isUnderWay), until: performance.now() + REDUCED_MS }
      return reduced.connections > 0
    },
    /** Releases the claims whose final dot was not sent, of one dispatch or of all. */
    release(dispatchId?: string): void {
      for (const one of all) {
        if (one.outcome || one.isDotSent || (dispatchId && one.claimed.dispatchId !== dispatchId)) continue
        if (one.isStarted) one.abort.abort()
        else one.outcome = releasedOutcome(null)
      }
    },
  }
}
