import type { Claimed, Lane } from './ledger.ts'
import { type Outcome, released } from './outcome.ts'

/** A mail that this process has claimed. */
export interface InHand {
  claimed: Claimed
  abort: AbortController
  isBegun: boolean
  /** From here on nobody but the relay knows. */
  hasDotLeft: boolean
  /** Once there is one, until it stands in the ledger. */
  outcome?: Outcome
}

/** Connections of one process. */
const CONNECTIONS = 20
/** Claims of one process: as many as may have left unknown when it dies. Those without a connection are the next in line. */
const CLAIMS = 40
/** Of both, what one lane may have: a provider that answers slowly holds up itself. */
const LANE_SHARE = 0.75
/** How long fewer connections are used, after the relay took no more of them. */
const FEWER_MS = 60_000

const isOf = ({ claimed }: InHand, { dispatchId, provider }: Pick<Lane, 'dispatchId' | 'provider'>): boolean =>
  claimed.dispatchId === dispatchId && claimed.provider === provider

/** What one process has claimed, from there until the outcome stands in the ledger. */
export function createHand() {
  const all = new Set<InHand>()
  let fewer = { connections: CONNECTIONS, until: 0 }
  const connections = (): number => (performance.now() < fewer.until ? fewer.connections : CONNECTIONS)
  const isUnderWay = ({ isBegun, outcome }: InHand): boolean => isBegun && !outcome

  /** No list is made for it: this is asked with every mail. */
  function count(matches: (one: InHand) => boolean): number {
    let found = 0
    for (const one of all) if (matches(one)) found += 1
    return found
  }

  /** Nothing more of a dispatch begins while a refusal that may be about us is not counted yet. */
  const isDoubted = (dispatchId: string): boolean =>
    count(({ claimed, outcome }) => outcome?.why === 'sender-refused' && claimed.dispatchId === dispatchId) > 0

  return {
    all,
    add(claimed: Claimed): InHand {
      const one: InHand = { claimed, abort: new AbortController(), isBegun: false, hasDotLeft: false }
      all.add(one)
      return one
    },
    settling: (): InHand[] => [...all].filter(({ outcome }) => outcome),
    /** Claims there is room for. */
    room: (): number => CLAIMS - count(({ outcome }) => !outcome),
    /** And in one lane. */
    roomIn: (lane: Pick<Lane, 'dispatchId' | 'provider'>): number => CLAIMS * LANE_SHARE - count((one) => !one.outcome && isOf(one, lane)),
    /** The next one that there is a connection for. */
    next(): InHand | undefined {
      if (count(isUnderWay) >= connections()) return undefined
      /** Of the lane that was looked at last: those in line are mostly of one. */
      let busy: Claimed | undefined
      for (const one of all) {
        if (one.isBegun || one.outcome || (busy && isOf(one, busy))) continue
        const isFree = count((other) => isUnderWay(other) && isOf(other, one.claimed)) < connections() * LANE_SHARE
        if (isFree && !isDoubted(one.claimed.dispatchId)) return one
        busy = one.claimed
      }
      return undefined
    },
    /** Makes do for a while with the connections that are in use. Answers whether there are any. */
    useFewer(): boolean {
      fewer = { connections: count(isUnderWay), until: performance.now() + FEWER_MS }
      return fewer.connections > 0
    },
    /** Gives back what was not handed over: of one dispatch, or all. */
    giveBack(dispatchId?: string): void {
      for (const one of all) {
        if (one.outcome || one.hasDotLeft || (dispatchId && one.claimed.dispatchId !== dispatchId)) continue
        if (one.isBegun) one.abort.abort()
        else one.outcome = released(null)
      }
    },
  }
}
