import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.ts'

interface Chore {
  ms: number
  /** Hears by the signal that it should end early. */
  run: (signal: AbortSignal) => Promise<unknown>
  /** What failed, in the log's words. */
  name: string
  log: Logger
}

/** Runs a chore again and again, each time `ms` after the time before ended. Answers how to stop, which waits for one under way. */
export function every({ ms, run, name, log }: Chore): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping

  const done = (async () => {
    for (;;) {
      await sleep(ms, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      await run(signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, `${name} failed; the next time will do`)
      })
    }
  })()

  return async () => {
    stopping.abort()
    await done
  }
}
