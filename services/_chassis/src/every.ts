import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from './logger.ts'

interface Chore {
  ms: number
  /** How long after the start it runs for the first time; `ms` unless told. */
  firstMs?: number
  /** Hears by the signal that it should end early. */
  run: (signal: AbortSignal) => Promise<unknown>
  /** What failed, in the log's words. */
  name: string
  log: Pick<Logger, 'warn'>
}

/** Runs a chore again and again, each time `ms` after the time before ended. Answers how to stop, which waits for one under way. */
export function every({ ms, firstMs = ms, run, name, log }: Chore): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping

  const done = (async () => {
    for (let wait = firstMs; ; wait = ms) {
      await sleep(wait, undefined, { signal }).catch(() => {})
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
