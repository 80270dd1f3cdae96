import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logging/logger.ts'

interface ListenOptions {
  url: string
  /** Payload handlers by channel. All services share one database, so a channel's name contains the service's name. */
  channels: Readonly<Record<string, (payload: string) => void>>
  /** Called after each connection, including reconnections. Notifications that were sent during a disconnection are lost. */
  onListening: () => void
  log: Logger
}

export interface Listening {
  stop(): Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** Interval of test queries that detect a lost network connection. */
const PROBE_MS = 30_000

/** Listens to NOTIFY on a separate connection, and reconnects with backoff when the connection is lost. */
export function listen({ url, channels, onListening, log }: ListenOptions): Listening {
  const stopping = new AbortController()
  const { signal } = stopping

  async function listenOnce(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'listen',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    const lost = Promise.withResolvers<void>()
    client.on('error', () => lost.resolve())
    client.on('end', () => lost.resolve())
    client.on('notification', ({ channel, payload }) => {
      // Every role of the database can send notifications, so an invalid payload must not end the process.
      try {
        channels[channel]?.(payload ?? '')
      } catch (error) {
        log.warn({ err: error, channel }, 'ignored an invalid notification')
      }
    })
    const probe = setInterval(() => client.query('select 1').catch(() => lost.resolve()), PROBE_MS)
    const stop = () => lost.resolve()
    signal.addEventListener('abort', stop)
    let hasListened = false
    try {
      await client.connect()
      for (const channel of Object.keys(channels)) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      hasListened = true
      onListening()
      await lost.promise
    } catch (error) {
      log.warn({ err: error }, 'cannot listen for notifications of the database')
    } finally {
      clearInterval(probe)
      signal.removeEventListener('abort', stop)
      await client.end().catch(() => {})
    }
    return hasListened
  }

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS
    while (!signal.aborted) {
      wait = (await listenOnce()) ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS)
      await sleep(wait, undefined, { signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
