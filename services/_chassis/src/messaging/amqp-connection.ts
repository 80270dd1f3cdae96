import { type ChannelModel, connect } from 'amqplib'
import type { Logger } from '../logging/logger.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { createSignal } from './signal.ts'

/** Timeout of each step of connecting. */
const STEP_MS = 5_000
const SET_UP_MS = 10_000
const CLOSE_MS = 2_000
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
const HEARTBEAT_S = 10

export interface ReconnectingConnection {
  ready(): boolean
  /** Closes the connection and opens a new one, for example after a publish failed. */
  renew: OnConnectionLost
  stop(): Promise<void>
}

/** Called with the reason when the connection is closed or unusable. */
export type OnConnectionLost = (reason?: Error) => void

interface ConnectionOptions {
  url: string
  /** Creates channels, exchanges and queues each time a connection is opened. */
  setUp: (connection: ChannelModel, lost: OnConnectionLost) => Promise<void>
  log: Logger
}

function withHeartbeat(address: string): string {
  const url = new URL(address)
  if (!url.searchParams.has('heartbeat')) url.searchParams.set('heartbeat', String(HEARTBEAT_S))
  return url.href
}

/** Opens a connection to the broker, and reconnects automatically. Resolves after the first attempt, even if that attempt failed. */
export async function openReconnecting({ url, setUp, log }: ConnectionOptions): Promise<ReconnectingConnection> {
  const address = withHeartbeat(url)
  const waking = createSignal()
  const tried = Promise.withResolvers<void>()
  let isStopping = false
  let isReady = false
  let isAway = false
  let lose: OnConnectionLost = () => {}

  /** Opens a connection and waits until it is lost. Returns the reason, or undefined if it was closed on purpose. */
  async function connectOnce(): Promise<Error | undefined> {
    const lost = Promise.withResolvers<Error | undefined>()
    lose = lost.resolve
    const connection = await connect(address, { timeout: STEP_MS, noDelay: true, keepAlive: true })
    // A lost connection emits `error` before `close`. Every connection emits `close`.
    connection.on('error', lost.resolve)
    connection.on('close', lost.resolve)
    try {
      await withTimeout(SET_UP_MS, 'Setting up channels', setUp(connection, lost.resolve))
      isReady = true
      if (isAway) log.info('the broker is back')
      isAway = false
      tried.resolve()
      return isStopping ? undefined : await lost.promise
    } finally {
      isReady = false
      await withTimeout(CLOSE_MS, 'Closing the connection', connection.close()).catch(() => {})
    }
  }

  async function run(): Promise<void> {
    let wait = FIRST_WAIT_MS
    while (!isStopping) {
      try {
        const cause = await connectOnce()
        wait = FIRST_WAIT_MS
        if (!isStopping) throw new Error('the connection was lost', { cause })
      } catch (error) {
        if (!isAway) log.warn({ err: error }, 'the broker is away')
        isAway = true
        tried.resolve()
        await waking.wait(wait)
        wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      }
    }
  }

  const running = run()
  await tried.promise
  return {
    ready: () => isReady,
    renew: (reason) => lose(reason),
    async stop() {
      isStopping = true
      waking.raise()
      lose()
      await running
    },
  }
}
