import type { Part } from '@app/contracts/http/operations.ts'
import { Gauge, type Registry } from 'prom-client'
import type { Checks } from './http/health.ts'
import type { Logger } from './logger.ts'
import { startInterval } from './start-interval.ts'
import { withTimeout } from './with-timeout.ts'

const LOOK_EVERY_MS = 30_000
const TIMEOUT_MS = 5_000

interface WatchOptions {
  /** Looked at now and every half minute; each change is one line in the log. */
  watched: Checks
  /** Those whose state is known at any time, and told in the log where it changes. */
  known?: Readonly<Record<string, () => boolean>>
  registry: Registry
  log: Logger
  lookEveryMs?: number
}

export interface DependencyWatch {
  /** What is known of each, and since when it has been so. */
  parts(): Part[]
  stop(): Promise<void>
}

/** Watches what a process works with but can serve without: a figure and a line in the log, never a matter of its readiness. */
export function watchDependencies({ watched, known = {}, registry, log, lookEveryMs = LOOK_EVERY_MS }: WatchOptions): DependencyWatch {
  const seen = new Map<string, Part>()
  const up = new Gauge({
    name: 'dependency_up',
    help: 'Whether what this process works with answers: 1, or 0',
    labelNames: ['dependency'],
    registers: [registry],
    collect: readKnown,
  })

  /** Answers whether it was otherwise before. */
  function note(name: string, isUp: boolean): boolean {
    up.set({ dependency: name }, Number(isUp))
    // What has not been looked at yet is believed to be there.
    const wasUp = seen.get(name)?.isUp ?? true
    if (wasUp !== isUp || !seen.has(name)) seen.set(name, { name, isUp, since: new Date().toISOString() })
    return wasUp !== isUp
  }

  function readKnown(): void {
    for (const [name, isUp] of Object.entries(known)) note(name, isUp())
  }

  function watch(dependency: string, check: () => Promise<unknown>): () => Promise<void> {
    const look = async (): Promise<void> => {
      const error = await withTimeout(TIMEOUT_MS, 'A look at it', check()).then(
        () => undefined,
        (reason: Error) => reason,
      )
      if (!note(dependency, error === undefined)) return
      if (error) log.warn({ dependency, err: error }, 'a dependency is away')
      else log.info({ dependency }, 'a dependency is back')
    }
    void look()
    return startInterval({ ms: lookEveryMs, run: look, name: `looking at ${dependency}`, log })
  }

  const stops = Object.entries(watched).map(([name, check]) => watch(name, check))
  stops.push(startInterval({ ms: lookEveryMs, firstMs: 0, run: async () => readKnown(), name: 'looking at what is known', log }))
  return {
    parts() {
      readKnown()
      return [...seen.values()]
    },
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}

/** Whether a peer answers that it is alive. */
export const answersAt = (url: string) => async (): Promise<void> => {
  const answer = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
}
