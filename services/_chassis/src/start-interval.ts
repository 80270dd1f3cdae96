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

/** Of a chore that fails each time, as when the database is away, the log says no more than this often. */
const SAY_AGAIN_MS = 60_000

/** Runs a chore again and again, each time `ms` after the time before ended. Answers how to stop, which waits for one under way. */
export function startInterval({ ms, firstMs = ms, run, name, log }: Chore): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let saysFrom = 0

  const done = (async () => {
    for (let wait = firstMs; ; wait = ms) {
      await sleep(wait, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      await run(signal).catch((error: unknown) => {
        if (signal.aborted || performance.now() < saysFrom) return
        saysFrom = performance.now() + SAY_AGAIN_MS
        log.warn({ err: error }, `${name} failed; the next time will do`)
      })
    }
  })()

  return async () => {
    stopping.abort()
    await done
  }
}
