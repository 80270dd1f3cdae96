import type { Load, Loaded } from './load-worker.ts'
import { processorTime } from './process-time.ts'
import { median } from './report.ts'
import type { Worker } from './worker.ts'

export const CONNECTIONS = 16
/** Many short rounds in turns: what else the machine does falls on both alike. */
const TURNS = 40
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
}

/** Asks for so long. */
export async function runRound(generator: Worker, { load, pids }: Rival, milliseconds: number): Promise<Round> {
  const before = await processorTime(pids)
  const { requests, seconds, bytes } = await generator.ask<Loaded>({ ...load, milliseconds } satisfies Load)
  return { requestsPerSecond: requests / seconds, bytes, processor: ((await processorTime(pids)) - before) / requests }
}

const processorOf = (rounds: readonly Round[]): number => median(rounds.map(({ processor }) => processor))

const inWords = (rounds: readonly Round[]): string => {
  const rate = median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0)
  const processor = processorOf(rounds).toFixed(2)
  return `${rate}/s of ${((rounds[0]?.bytes ?? 0) / 1000).toFixed(0)} kB at ${processor} ms of processor`
}

interface Comparison {
  /** The product's rate as a share of the bare one's: the median of rounds in turns. */
  ratio: number
  /** The processor time that the bare one takes for a request as a share of the product's. */
  processorRatio: number
  detail: string
}

/** Asks both in turns. */
export async function compare(generator: Worker, product: Rival, bare: Rival, turns = TURNS): Promise<Comparison> {
  const rounds: { product: Round[]; bare: Round[] } = { product: [], bare: [] }
  for (const rival of [product, bare]) await runRound(generator, rival, WARM_UP_MS)
  for (let round = 0; round < turns; round++) {
    rounds.product.push(await runRound(generator, product, ROUND_MS))
    rounds.bare.push(await runRound(generator, bare, ROUND_MS))
  }
  const ratios = rounds.product.map(
    ({ requestsPerSecond }, round) => requestsPerSecond / (rounds.bare[round]?.requestsPerSecond ?? Number.NaN),
  )
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  const processorRatio = processorOf(rounds.bare) / processorOf(rounds.product)
  return { ratio: median(ratios), processorRatio, detail: `${inWords(rounds.product)} beside ${inWords(rounds.bare)}; rounds ${spread}` }
}
