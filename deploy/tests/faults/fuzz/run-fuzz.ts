import { interruption } from '../../bench/interruption.ts'
import { type ProbeResult, pollHealth } from './health.ts'
import type { Generator, Input } from './input.ts'
import { knownAttacks } from './known-attacks.ts'
import { parserGenerators } from './parser-inputs.ts'
import { routeGenerators } from './route-inputs.ts'
import { startFuzzTarget } from './target.ts'
import { pickFrom, randomOf } from './worst-cases.ts'

/** By default, an input may delay `/healthz` of each process, and the neighbor's list, by at most this many ms. */
export const DELAY_MAX_MS = 250
/** Number of times that a slow input is repeated. The smallest delay counts, because other programs may have caused longer delays. */
const REPEATS = 3

export interface FuzzReport {
  routes: { covered: number; all: number }
  parsers: { covered: number; all: number }
  inputs: number
  /** Number of responses by status code or connection error. */
  outcomes: Readonly<Record<string, number>>
  longest: { ms: number; where: string; what: string }
  findings: string[]
}

interface FuzzOptions {
  /** Whether each service is a process of its own, with the limits of production. Default: all services are in one process. */
  isApart?: boolean
  seconds: number
  /** Minimum number of inputs, even if they take more than `seconds`. Default: 0. */
  inputsMin?: number
  seed: number
  /** Longest delay in ms that is accepted. Default: `DELAY_MAX_MS`. */
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

export async function runFuzz({
  isApart = false,
  seconds,
  inputsMin = 0,
  seed,
  delayMaxMs = DELAY_MAX_MS,
}: FuzzOptions): Promise<FuzzReport> {
  const target = await startFuzzTarget(isApart)
  const health = await pollHealth(target.probes)
  try {
    const random = randomOf(seed)
    const [routes, parsers] = [routeGenerators(target), parserGenerators(target)]
    const covered = new Set<string>()
    const outcomes: Record<string, number> = {}
    const findings: string[] = []
    let longest = { ms: 0, where: '', what: '' }
    let inputs = 0

    /** Sends an input. Returns the result of the probe with the longest delay. */
    async function send(input: Input): Promise<ProbeResult> {
      const { probed, result: outcome } = await health.during(() => input.send())
      inputs += 1
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      if (outcome === 500) findings.push(`500: ${input.what}`)
      for (const { name, failed } of probed) if (failed > 0) findings.push(`failed requests of ${name}: ${input.what}`)
      return probed.reduce((slowest, one) => (one.delay > slowest.delay ? one : slowest))
    }

    /** Sends an input, and repeats it if it is slow. Returns false if a process has ended. */
    async function examine(input: Input): Promise<boolean> {
      interruption.throwIfAborted()
      covered.add(input.covers)
      let slowest = await send(input)
      for (let repeat = 0; repeat < REPEATS && slowest.delay > delayMaxMs; repeat++) {
        const again = await send(input)
        if (again.delay < slowest.delay) slowest = again
      }
      const { delay: ms, name: where } = slowest
      if (ms > longest.ms) longest = { ms, where, what: input.what }
      if (ms > delayMaxMs) findings.push(`${Math.round(ms)} ms for ${where}: ${input.what}`)
      const output = await target.ended()
      if (output !== undefined) findings.push(`a process exited: ${input.what}\n${output}`)
      return output === undefined
    }

    // The in-process run is a short test, so it leaves out the known attacks, which other tests cover.
    const attacks = isApart ? knownAttacks(target).kinds : []
    let isRunning = true
    for (const attack of attacks) if (isRunning) isRunning = await examine(attack(random))
    const end = Date.now() + seconds * 1_000
    for (const input of inputsOf([...parsers, ...routes], random)) {
      if (!isRunning || (Date.now() > end && inputs >= inputsMin)) break
      isRunning = await examine(input)
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
