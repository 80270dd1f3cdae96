import { Gauge, type Registry } from 'prom-client'
import { every } from './every.ts'
import type { Checks } from './http/health.ts'
import type { Logger } from './logger.ts'
import { within } from './within.ts'

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

/** Watches what a process works with but can serve without: a figure and a line in the log, never a matter of its readiness. */
export function watchDependencies({ watched, known = {}, registry, log, lookEveryMs = LOOK_EVERY_MS }: WatchOptions): {
  stop(): Promise<void>
} {
  const up = new Gauge({
    name: 'dependency_up',
    help: 'Whether what this process works with answers: 1, or 0',
    labelNames: ['dependency'],
    registers: [registry],
    collect() {
      for (const [dependency, isUp] of Object.entries(known)) this.set({ dependency }, Number(isUp()))
    },
  })

  function watch(dependency: string, check: () => Promise<unknown>): () => Promise<void> {
    let wasUp = true
    const look = async (): Promise<void> => {
      const error = await within(TIMEOUT_MS, 'A look at it', check()).then(
        () => undefined,
        (reason: Error) => reason,
      )
      const isUp = error === undefined
      up.set({ dependency }, Number(isUp))
      if (isUp && !wasUp) log.info({ dependency }, 'a dependency is back')
      if (!isUp && wasUp) log.warn({ dependency, err: error }, 'a dependency is away')
      wasUp = isUp
    }
    void look()
    return every({ ms: lookEveryMs, run: look, name: `looking at ${dependency}`, log })
  }

  const stops = Object.entries(watched).map(([name, check]) => watch(name, check))
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

/** Whether a peer answers that it is alive. */
export const answersAt = (url: string) => async (): Promise<void> => {
  const answer = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(TIMEOUT_MS) })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`it answered ${answer.status}`)
}
