import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../logger.ts'

interface ListenOptions {
  url: string
  /** What to do with a payload, by channel. Channels belong to the whole database: prefix them with the service. */
  channels: Readonly<Record<string, (payload: string) => void>>
  /** Each time listening (again): what was said before was not heard. */
  onListening: () => void
  log: Logger
}

export interface Listening {
  stop(): Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A line that broke without a word shows itself by an unanswered question. */
const PROBE_MS = 30_000

/** Hears NOTIFY on one connection of its own, and comes back by itself when that is lost. */
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
      // Anybody on this server may say anything: what cannot be understood must not end the process.
      try {
        channels[channel]?.(payload ?? '')
      } catch (error) {
        log.warn({ err: error, channel }, 'cannot make sense of a notice')
      }
    })
    const probe = setInterval(() => client.query('select 1').catch(() => lost.resolve()), PROBE_MS)
    const stop = () => lost.resolve()
    signal.addEventListener('abort', stop)
    let heard = false
    try {
      await client.connect()
      for (const channel of Object.keys(channels)) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      heard = true
      onListening()
      await lost.promise
    } catch (error) {
      log.warn({ err: error }, 'cannot listen to the database')
    } finally {
      clearInterval(probe)
      signal.removeEventListener('abort', stop)
      await client.end().catch(() => {})
    }
    return heard
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
