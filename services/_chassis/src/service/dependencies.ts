import type { Part } from '@app/contracts/http/operations.ts'
import { Gauge, type Registry } from 'prom-client'
import type { Checks } from '../http/health.ts'
import type { Logger } from '../logging/logger.ts'
import { startInterval } from '../time/start-interval.ts'
import { withTimeout } from '../time/with-timeout.ts'

const CHECK_EVERY_MS = 30_000
const TIMEOUT_MS = 5_000

interface WatchOptions {
  /** Checks that run immediately and then every 30 s. Each change of state is logged. */
  watched: Checks
  /** Functions that return the current state of a dependency. Other code logs the changes of these states. */
  known?: Readonly<Record<string, () => boolean>>
  registry: Registry
  log: Logger
  checkEveryMs?: number
}

export interface DependencyWatch {
  parts(): Part[]
  stop(): Promise<void>
}

/** Checks the dependencies of a process in the background. Reports their states in the log and as a metric; readiness ignores them. */
export function watchDependencies({ watched, known = {}, registry, log, checkEveryMs = CHECK_EVERY_MS }: WatchOptions): DependencyWatch {
  const seen = new Map<string, Part>()
  const up = new Gauge({
    name: 'dependency_up',
    help: 'Whether a dependency of this process is reachable: 1 or 0',
    labelNames: ['dependency'],
    registers: [registry],
    collect: readKnown,
  })

  function note(name: string, isUp: boolean): boolean {
    up.set({ dependency: name }, Number(isUp))
    // A dependency counts as reachable until the first check has ended.
    const wasUp = seen.get(name)?.isUp ?? true
    if (wasUp !== isUp || !seen.has(name)) seen.set(name, { name, isUp, since: new Date().toISOString() })
    return wasUp !== isUp
  }

  function readKnown(): void {
    for (const [name, isUp] of Object.entries(known)) note(name, isUp())
  }

  function watch(dependency: string, check: () => Promise<unknown>): () => Promise<void> {
    const runCheck = async (): Promise<void> => {
      const error = await withTimeout(TIMEOUT_MS, 'The check', check()).then(
        () => undefined,
        (reason: Error) => reason,
      )
      if (!note(dependency, error === undefined)) return
      if (error) log.warn({ dependency, err: error }, 'a dependency is away')
      else log.info({ dependency }, 'a dependency is back')
    }
    void runCheck()
    return startInterval({ ms: checkEveryMs, run: runCheck, name: `checking ${dependency}`, log })
  }

  const stops = Object.entries(watched).map(([name, check]) => watch(name, check))
  stops.push(startInterval({ ms: checkEveryMs, firstMs: 0, run: async () => readKnown(), name: 'reading states of dependencies', log }))
  return {
    parts() {
      readKnown()
      return [...seen.values()]
    },
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}

/** Returns a check that rejects if `/healthz` of a service does not respond with a 2xx status within 5 s. */
export const answersAt = (url: string) => async (): Promise<void> => {
  const response = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`/healthz responded with status ${response.status}`)
}
