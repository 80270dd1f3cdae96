import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PartLog } from '../log.ts'

/** Before each try; after the last one it is given up. */
export const RESTART_AFTER_MS: readonly number[] = [0, 500, 1_000, 2_000, 4_000, 8_000]
/** A server that ran for this long has died of something new, and has all its tries again. */
const STEADY_MS = 60_000
const LOOK_AGAIN_MS = 500

interface Kept {
  url: string
  isAlive(): Promise<boolean>
  start(): Promise<void>
  restartAfterMs: readonly number[]
  log: PartLog
  /** Hears that it could not be started again. */
  onLost(error: Error): void
}

/** Resolves when the server hangs up, as one that dies does at once, or when it does not answer in the first place. */
async function untilHungUp(url: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'keep-running', connectionTimeoutMillis: 5_000 })
  const hungUp = Promise.withResolvers<void>()
  const letGo = () => hungUp.resolve()
  client.on('error', letGo)
  client.on('end', letGo)
  signal.addEventListener('abort', letGo)
  await client.connect().then(() => hungUp.promise, letGo)
  signal.removeEventListener('abort', letGo)
  await client.end().catch(() => {})
}

/** Starts a server again whenever it dies. Answers how to let go of it. */
export function keepRunning({ url, isAlive, start, restartAfterMs, log, onLost }: Kept): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  let tries = 0
  let startedAt = performance.now()
  let failure: unknown

  async function restart(): Promise<boolean> {
    if (performance.now() - startedAt > STEADY_MS) tries = 0
    while (!signal.aborted) {
      const wait = restartAfterMs[tries]
      if (wait === undefined) return false
      tries += 1
      log.warn(`The database has died: it is started again (${tries} of ${restartAfterMs.length} tries).`)
      await pause(wait)
      if (signal.aborted) return true
      try {
        await start()
        startedAt = performance.now()
        log.info('The database runs again.')
        return true
      } catch (error) {
        failure = error
      }
    }
    return true
  }

  const done = (async () => {
    while (!signal.aborted) {
      await untilHungUp(url, signal)
      if (signal.aborted) return
      if (await isAlive()) await pause(LOOK_AGAIN_MS)
      else if (!(await restart())) {
        const reason = failure instanceof Error ? ` ${failure.message}` : ''
        return onLost(new Error(`The database died and could not be kept running.${reason}`, { cause: failure }))
      }
    }
  })()

  return async () => {
    stopping.abort()
    await done
  }
}
