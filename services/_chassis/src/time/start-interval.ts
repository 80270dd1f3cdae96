import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logging/logger.ts'

interface IntervalJob {
  ms: number
  firstMs?: number
  run: (signal: AbortSignal) => Promise<unknown>
  /** Name of the job in log lines, such as `purging the outbox`. */
  name: string
  log: Pick<Logger, 'warn'>
}

/** Minimum time between two logged failures of a job, for example while the database is unreachable. */
const LOG_FAILURES_EVERY_MS = 60_000

/** Runs a job again `ms` after its previous run has ended. Returns a function that stops the interval and waits for a running job. */
export function startInterval({ ms, firstMs = ms, run, name, log }: IntervalJob): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let logsFailuresFrom = 0

  const done = (async () => {
    for (let wait = firstMs; ; wait = ms) {
      await sleep(wait, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      await run(signal).catch((error: unknown) => {
        if (signal.aborted || performance.now() < logsFailuresFrom) return
        logsFailuresFrom = performance.now() + LOG_FAILURES_EVERY_MS
        log.warn({ err: error }, `${name} failed and will be retried`)
      })
    }
  })()

  return async () => {
    stopping.abort()
    await done
  }
}
