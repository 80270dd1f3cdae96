import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PartLog } from '../log.ts'

/** Backoff before each restart, in milliseconds. If the last restart fails, there are no further restarts. */
export const RESTART_AFTER_MS: readonly number[] = [0, 500, 1_000, 2_000, 4_000, 8_000]
/** After this uptime, the number of restarts is reset to 0. */
const STEADY_MS = 60_000
const RECONNECT_AFTER_MS = 500

interface WatchedServer {
  url: string
  isAlive(): Promise<boolean>
  start(): Promise<void>
  restartAfterMs: readonly number[]
  log: PartLog
  onLost(error: Error): void
}

/** Resolves when the server closes the connection because it exits, or when the server cannot be reached. */
async function untilDisconnected(url: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'keep-running', connectionTimeoutMillis: 5_000 })
  const disconnected = Promise.withResolvers<void>()
  const resolve = () => disconnected.resolve()
  client.on('error', resolve)
  client.on('end', resolve)
  signal.addEventListener('abort', resolve)
  await client.connect().then(() => disconnected.promise, resolve)
  signal.removeEventListener('abort', resolve)
  await client.end().catch(() => {})
}

export function keepRunning({ url, isAlive, start, restartAfterMs, log, onLost }: WatchedServer): () => Promise<void> {
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
      log.warn(`The database server has exited. Restarting it (attempt ${tries} of ${restartAfterMs.length}).`)
      await pause(wait)
      if (signal.aborted) return true
      try {
        await start()
        startedAt = performance.now()
        log.info('The database server is running again.')
        return true
      } catch (error) {
        failure = error
      }
    }
    return true
  }

  const done = (async () => {
    while (!signal.aborted) {
      await untilDisconnected(url, signal)
      if (signal.aborted) return
      if (await isAlive()) await pause(RECONNECT_AFTER_MS)
      else if (!(await restart())) {
        const reason = failure instanceof Error ? ` ${failure.message}` : ''
        return onLost(new Error(`The database server exited and could not be restarted.${reason}`, { cause: failure }))
      }
    }
  })()

  return async () => {
    stopping.abort()
    await done
  }
}
