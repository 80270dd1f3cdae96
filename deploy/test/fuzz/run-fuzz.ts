import { interruption } from '../../bench/interruption.ts'
import { pollHealth } from './health.ts'
import type { Generator, Input } from './input.ts'
import { parserGenerators } from './parser-inputs.ts'
import { routeGenerators } from './route-inputs.ts'
import { startFuzzTarget } from './target.ts'
import { pickFrom, randomOf } from './worst-cases.ts'

/** By default, an input may delay `/healthz` by at most this many ms. */
export const DELAY_MAX_MS = 250
/** Number of times that a slow input is repeated. The smallest delay counts, because other programs may have caused longer delays. */
const REPEATS = 3
const OUTPUT_CHARS = 2_000

export interface FuzzReport {
  routes: { covered: number; all: number }
  parsers: { covered: number; all: number }
  inputs: number
  /** Number of responses by status code or connection error. */
  outcomes: Readonly<Record<string, number>>
  longest: { ms: number; what: string }
  findings: string[]
}

interface FuzzOptions {
  seconds: number
  /** Minimum number of inputs, even if they take more than `seconds`. Default: 0. */
  inputsMin?: number
  seed: number
  /** Longest delay of `/healthz`, in ms, that is accepted. Default: `DELAY_MAX_MS`. */
  delayMaxMs?: number
}

/** Yields one input of each kind and then random inputs without end. The kinds of different routes and parsers alternate. */
function* inputsOf(generators: readonly Generator[], random: () => number): Iterable<Input> {
  const shuffled = generators.map(({ kinds }) =>
    kinds.map((kind) => ({ kind, order: random() })).sort((one, other) => one.order - other.order),
  )
  const rounds = Math.max(...shuffled.map((kinds) => kinds.length))
  for (let round = 0; round < rounds; round++) {
    for (const kinds of shuffled) {
      const input = kinds[round]?.kind(random)
      if (input) yield input
    }
  }
  // Chooses the route first, so that routes with many fields are not chosen more often.
  for (;;) yield pickFrom(pickFrom(generators, random).kinds, random)(random)
}

export async function runFuzz({ seconds, inputsMin = 0, seed, delayMaxMs = DELAY_MAX_MS }: FuzzOptions): Promise<FuzzReport> {
  const target = await startFuzzTarget()
  const health = pollHealth(target.url)
  try {
    const random = randomOf(seed)
    const [routes, parsers] = [routeGenerators(target), parserGenerators(target)]
    const covered = new Set<string>()
    const outcomes: Record<string, number> = {}
    const findings: string[] = []
    let longest = { ms: 0, what: '' }
    let inputs = 0

    async function send(input: Input): Promise<number> {
      const { delay, result: outcome } = await health.longestDuring(() => input.send())
      inputs += 1
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (outcome === 500) findings.push(`500: ${input.what}`)
      return delay
    }

    const end = Date.now() + seconds * 1_000
    for (const input of inputsOf([...parsers, ...routes], random)) {
      if (Date.now() > end && inputs >= inputsMin) break
      interruption.throwIfAborted()
      covered.add(input.covers)
      let delay = await send(input)
      for (let repeat = 0; repeat < REPEATS && delay > delayMaxMs; repeat++) delay = Math.min(delay, await send(input))
      if (delay > longest.ms) longest = { ms: delay, what: input.what }
      if (delay > delayMaxMs) findings.push(`${Math.round(delay)} ms: ${input.what}`)
      if (target.hasEnded()) {
        findings.push(`the process exited: ${input.what}\n${target.output().slice(-OUTPUT_CHARS)}`)
        break
      }
    }
    const share = (generators: readonly Generator[]) => ({
      covered: generators.filter(({ covers }) => covered.has(covers)).length,
      all: generators.length,
    })
    return { routes: share(routes), parsers: share(parsers), inputs, outcomes, longest, findings: [...new Set(findings)] }
  } finally {
    await health.stop()
    await target.stop()
  }
}
