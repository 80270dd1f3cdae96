import { cpuTime } from './process-usage.ts'
import { listed, type Measure, median } from './report.ts'
import type { Worker } from './worker.ts'
import type { Paced, Requests } from './workers/http-load.ts'

export type LoadWorker = Worker<typeof import('./workers/http-load.ts')>

const CONNECTIONS = 16
/** Number of short rounds per target. The two targets are measured alternately, so that other programs on the machine slow both equally. */
const TURNS = 100
const ROUND_MS = 400
const WARM_UP_MS = 1_500

/** A program that answers requests: the product or its baseline. */
export interface LoadTarget {
  requests: Requests
  pids: readonly number[]
}

interface Round {
  requestsPerSecond: number
  bytes: number
  /** CPU time per request of all processes, in milliseconds. */
  cpu: number
}

async function runRound(generator: LoadWorker, { requests, pids }: LoadTarget, milliseconds: number): Promise<Round> {
  const cpuBefore = await cpuTime(pids)
  const sent = await generator.call('getContinuously', requests, CONNECTIONS, milliseconds)
  return {
    requestsPerSecond: sent.requests / sent.seconds,
    bytes: sent.bytes,
    cpu: ((await cpuTime(pids)) - cpuBefore) / sent.requests,
  }
}

const inWords = (rounds: readonly Round[]): string => {
  const [rate, cpu] = [median(rounds.map((round) => round.requestsPerSecond)), median(rounds.map((round) => round.cpu))]
  return `${rate.toFixed(0)}/s of ${((rounds[0]?.bytes ?? 0) / 1000).toFixed(0)} kB at ${cpu.toFixed(2)} ms CPU time`
}

/**
 * Sends requests to the product and to the baseline alternately. Returns the request rate of the product divided by that of the baseline, and
 * the same for the CPU time per request. Both are the median of all turns.
 */
export async function compareLoad(generator: LoadWorker, product: LoadTarget, baseline: LoadTarget, turns = TURNS) {
  const rounds: { ours: Round; theirs: Round }[] = []
  for (const target of [product, baseline]) await runRound(generator, target, WARM_UP_MS)
  for (let turn = 0; turn < turns; turn++) {
    rounds.push({ ours: await runRound(generator, product, ROUND_MS), theirs: await runRound(generator, baseline, ROUND_MS) })
  }
  const rates = rounds.map(({ ours, theirs }) => ours.requestsPerSecond / theirs.requestsPerSecond)
  const sides = `${inWords(rounds.map(({ ours }) => ours))} vs. ${inWords(rounds.map(({ theirs }) => theirs))}`
  return {
    rate: median(rates),
    cpu: median(rounds.map(({ ours, theirs }) => ours.cpu / theirs.cpu)),
    detail: `${sides}; rounds ${listed([Math.min(...rates), Math.max(...rates)], 2)}`,
  }
}

/** Returns a measure: the number of failed requests plus `others`, for example the number of failed streams. */
export function lostRequests(what: string, paced: readonly Paced[], others = 0): Measure {
  const failed = paced.reduce((sum, each) => sum + each.failed, 0)
  const succeeded = paced.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0)
  const detail = `${succeeded} of ${succeeded + failed} requests succeeded`
  return { what, measured: failed + others, unit: 'lost', below: 1, detail }
}
