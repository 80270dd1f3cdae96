const FIRST_REST_MS = 15_000
const LONGEST_REST_MS = 5 * 60_000

/** A circuit breaker: a queue whose pieces all fail for a reason that is none of theirs rests, each time twice as long. */
export interface Rest {
  /** Begins a rest unless one is under way. Answers how long it still lasts. */
  begin(): number
  /** Something went through. */
  end(): void
  /** Of the free slots, those to be used now: none at rest, one to see whether it is over. */
  room(free: number): number
  /** Milliseconds left. */
  left(): number
  isOver(): boolean
}

export function createRest(): Rest {
  let until = 0
  let inARow = 0
  const left = () => Math.max(0, until - performance.now())

  return {
    begin() {
      if (left() === 0) {
        until = performance.now() + Math.min(FIRST_REST_MS * 2 ** inARow, LONGEST_REST_MS)
        inARow += 1
      }
      return left()
    },
    end() {
      until = 0
      inARow = 0
    },
    room: (free) => (left() > 0 ? 0 : inARow > 0 ? Math.min(free, 1) : free),
    left,
    isOver: () => inARow === 0,
  }
}
