import type { Paced } from './paced-worker.ts'
import { type Measure, median, percentile } from './report.ts'

/** What was listed at a steady rate in turns, beside something and without it: alone once before each turn, and once after the last. */
export interface Turns {
  alone: readonly Paced[]
  beside: readonly Paced[]
}

const timeOf = (paced: readonly Paced[], share: number): number =>
  percentile(
    paced.flatMap(({ milliseconds }) => milliseconds),
    share,
  )

/** How many times as long such a share of all takes beside it as before and after: the median turn, since what else a machine does meanwhile falls on some. */
export function slowdownOf({ alone, beside }: Turns, share: number): { ratio: number; detail: string } {
  const turns = beside.map((paced, turn) => [timeOf([paced], share), timeOf(alone.slice(turn, turn + 2), share)] as const)
  const inWords = turns.map(([busy, free]) => `${busy.toFixed(1)} beside ${free.toFixed(1)}`).join(', ')
  return { ratio: median(turns.map(([busy, free]) => busy / free)), detail: `the median of ${inWords} ms` }
}

/** That all were answered, which times do not tell; `others` are what else was lost. */
export function lostRequests(what: string, paced: readonly Paced[], others = 0): Measure {
  const failed = paced.reduce((sum, each) => sum + each.failed, 0)
  const answered = paced.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0)
  return {
    what,
    measured: failed + others,
    unit: 'lost',
    target: { below: 1 },
    detail: `${answered} of ${answered + failed} lists answered`,
  }
}
