import type { Load, Loaded } from './load-worker.ts'
import { pageFaults, processorTime } from './process-time.ts'
import { median } from './report.ts'
import type { Worker } from './worker.ts'

export const CONNECTIONS = 16
/** Many short rounds in turns: what else the machine does falls on both alike. */
const TURNS = 100
const ROUND_MS = 400
const WARM_UP_MS = 1_500

/** Something that is asked for, and the processes that answer it. */
export interface Rival {
  load: Omit<Load, 'milliseconds'>
  pids: readonly number[]
}

export interface Round {
  requestsPerSecond: number
  bytes: number
  /** Processor milliseconds a request, Postgres not counted. */
  processor: number
  /** Pages of memory that the system gave and cleared for a request. */
  faults: number
}

/** Asks for so long. */
export async function runRound(generator: Worker, { load, pids }: Rival, milliseconds: number): Promise<Round> {
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
  return `${rate}/s of ${((rounds[0]?.bytes ?? 0) / 1000).toFixed(0)} kB at ${processor} ms of processor and ${faults} page faults`
}

interface Comparison {
  /** The product's rate as a share of the bare one's: the median of the turns. */
  ratio: number
  /** The processor time that the bare one takes for a request as a share of the product's, likewise. */
  processorRatio: number
  detail: string
}

/** Asks both in turns. */
export async function compare(generator: Worker, product: Rival, bare: Rival, turns = TURNS): Promise<Comparison> {
  const rounds: { product: Round[]; bare: Round[] } = { product: [], bare: [] }
  const ratios: number[] = []
  const processorRatios: number[] = []
  for (const rival of [product, bare]) await runRound(generator, rival, WARM_UP_MS)
  for (let turn = 0; turn < turns; turn++) {
    const ours = await runRound(generator, product, ROUND_MS)
    const theirs = await runRound(generator, bare, ROUND_MS)
    rounds.product.push(ours)
    rounds.bare.push(theirs)
    ratios.push(ours.requestsPerSecond / theirs.requestsPerSecond)
    processorRatios.push(theirs.processor / ours.processor)
  }
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const detail = `${inWords(rounds.product)} beside ${inWords(rounds.bare)}; rounds ${spread}`
  return { ratio: median(ratios), processorRatio: median(processorRatios), detail }
}
