import type { Load, Loaded } from './load-worker.ts'
import { pageFaults, processorTime } from './process-time.ts'
import { median } from './report.ts'
import type { Worker } from './worker.ts'

export const CONNECTIONS = 16
/** Number of short rounds per target. The two targets are measured alternately, so that other programs on the machine slow both equally. */
const TURNS = 100
const ROUND_MS = 400
const WARM_UP_MS = 1_500

export interface LoadTarget {
  load: Omit<Load, 'milliseconds'>
  pids: readonly number[]
  /** Called before each round of this target. */
  prepare?(): void
}

export interface Round {
  requestsPerSecond: number
  bytes: number
  /** CPU time per request of the given processes, in milliseconds. */
  processor: number
  /** Minor page faults per request. */
  faults: number
}

/** Sends requests for the given time and measures the request rate, the CPU time and the page faults. */
export async function runRound(generator: Worker, { load, pids, prepare }: LoadTarget, milliseconds: number): Promise<Round> {
  prepare?.()
  const [processor, faults] = await Promise.all([processorTime(pids), pageFaults(pids)])
  const { requests, seconds, bytes } = await generator.ask<Loaded>({ ...load, milliseconds } satisfies Load)
  return {
    requestsPerSecond: requests / seconds,
    bytes,
    processor: ((await processorTime(pids)) - processor) / requests,
    faults: ((await pageFaults(pids)) - faults) / requests,
  }
}

const inWords = (rounds: readonly Round[]): string => {
  const rate = median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0)
  const processor = median(rounds.map((round) => round.processor)).toFixed(2)
  const faults = median(rounds.map((round) => round.faults)).toFixed(0)
  return `${rate}/s of ${((rounds[0]?.bytes ?? 0) / 1000).toFixed(0)} kB at ${processor} ms CPU time and ${faults} page faults`
}

export interface Comparison {
  /** Request rate of the target `product` divided by that of the target `bare`. Median of all turns. */
  ratio: number
  /** CPU time per request of the target `bare` divided by that of the target `product`. Median of all turns. */
  processorRatio: number
  detail: string
}

export async function compare(generator: Worker, product: LoadTarget, bare: LoadTarget, turns = TURNS): Promise<Comparison> {
  const rounds: { product: Round[]; bare: Round[] } = { product: [], bare: [] }
  const ratios: number[] = []
  const processorRatios: number[] = []
  for (const target of [product, bare]) await runRound(generator, target, WARM_UP_MS)
  for (let turn = 0; turn < turns; turn++) {
    const ours = await runRound(generator, product, ROUND_MS)
    const theirs = await runRound(generator, bare, ROUND_MS)
    rounds.product.push(ours)
    rounds.bare.push(theirs)
    ratios.push(ours.requestsPerSecond / theirs.requestsPerSecond)
    processorRatios.push(theirs.processor / ours.processor)
  }
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const detail = `${inWords(rounds.product)} vs. ${inWords(rounds.bare)}; rounds ${spread}`
  return { ratio: median(ratios), processorRatio: median(processorRatios), detail }
}
