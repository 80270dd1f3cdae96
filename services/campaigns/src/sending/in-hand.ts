import type { Claimed } from './ledger.ts'
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

const laneOf = ({ dispatchId, provider }: Pick<Claimed, 'dispatchId' | 'provider'>): string => `${dispatchId} ${provider}`

/** What one process has claimed, from there until the outcome stands in the ledger. */
export function createHand() {
  const all = new Set<InHand>()
  /** Dispatches with a refusal that may be about us: nothing more of them begins before it is counted. */
  const isDoubted = ({ claimed: { dispatchId } }: InHand): boolean =>
    [...all].some(({ claimed, outcome }) => outcome?.why === 'sender-refused' && claimed.dispatchId === dispatchId)

  const isUnderWay = ({ isBegun, outcome }: InHand): boolean => isBegun && !outcome
  const countBy = (matches: (one: InHand) => boolean): number => [...all].filter(matches).length

  return {
    all,
    add(claimed: Claimed): InHand {
      const one: InHand = { claimed, abort: new AbortController(), isBegun: false, hasDotLeft: false }
      all.add(one)
      return one
    },
    /** Claims there is room for. */
    room: (): number => CLAIMS - countBy(({ outcome }) => !outcome),
    /** And in one lane. */
    roomIn(lane: Pick<Claimed, 'dispatchId' | 'provider'>): number {
      return CLAIMS * LANE_SHARE - countBy(({ claimed, outcome }) => !outcome && laneOf(claimed) === laneOf(lane))
    },
    settling: (): InHand[] => [...all].filter(({ outcome }) => outcome),
    /** The next one that there is a connection for. */
    next(): InHand | undefined {
      if (countBy(isUnderWay) >= CONNECTIONS) return undefined
      return [...all].find(
        (one) =>
          !one.isBegun &&
          !one.outcome &&
          !isDoubted(one) &&
          countBy((other) => isUnderWay(other) && laneOf(other.claimed) === laneOf(one.claimed)) < CONNECTIONS * LANE_SHARE,
      )
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
