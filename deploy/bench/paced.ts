import type { Paced } from './paced-worker.ts'
import { type Measure, median, percentile } from './report.ts'

/** Results of turns with load (`beside`) and without load (`alone`). `alone` is measured before each turn and after the last one. */
export interface Turns {
  alone: readonly Paced[]
  beside: readonly Paced[]
}

const timeOf = (paced: readonly Paced[], share: number): number =>
  percentile(
    paced.flatMap(({ milliseconds }) => milliseconds),
    share,
  )

/**
 * Returns how many times longer requests take with load. For each turn, divides the percentile `share` of the durations with load by the
 * percentile without load. The result is the median of all turns, so that a few disturbed turns hardly affect it.
 */
export function slowdownOf({ alone, beside }: Turns, share: number): { ratio: number; detail: string } {
  const turns = beside.map((paced, turn) => [timeOf([paced], share), timeOf(alone.slice(turn, turn + 2), share)] as const)
  const inWords = turns.map(([busy, free]) => `${busy.toFixed(1)} vs. ${free.toFixed(1)}`).join(', ')
  return { ratio: median(turns.map(([busy, free]) => busy / free)), detail: `median of ${inWords} ms` }
}

/**
 * Returns a measure: the number of failed requests plus `others`, for example the number of failed streams. `Paced` has no durations of
 * failed requests, so a bench reports their number separately.
 */
export function lostRequests(what: string, paced: readonly Paced[], others = 0): Measure {
  const failed = paced.reduce((sum, each) => sum + each.failed, 0)
  const answered = paced.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0)
  return {
    what,
    measured: failed + others,
    unit: 'lost',
    target: { below: 1 },
    detail: `${answered} of ${answered + failed} requests succeeded`,
  }
}
