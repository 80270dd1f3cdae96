import { Pool } from 'undici'
import { type Answer, exchange, type Sending } from './exchange.ts'
import { createLiveLine } from './live-line.ts'

/**
 * Kinds of requests that take very different time. Each has connections of its own to every replica, so that no number
 * of open streams or slow uploads keeps a call waiting.
 */
export type Lane = 'calls' | 'uploads' | 'streams' | 'downloads'

const CONNECT_TIMEOUT_MS = 2_000
/** What the far side of a transfer may be silent for, after the last byte that it was sent. */
const TRANSFER_SILENCE_MS = 60_000
/** Streams have a heartbeat each 15 s. */
const STREAM_SILENCE_MS = 60_000
const READY_TIMEOUT_MS = 2_000

/** Calls at once to each replica; all others are counted, for each client too, before they come here. */
export const laneSize: Record<Lane, number> = {
  calls: 128,
  uploads: Number.POSITIVE_INFINITY,
  streams: Number.POSITIVE_INFINITY,
  downloads: Number.POSITIVE_INFINITY,
}

/** Whose answers are taken as they come; those of transfers are long, and are counted for each client. */
const isTakenAhead: Record<Lane, boolean> = { calls: true, uploads: true, streams: false, downloads: false }

/** One address at which an upstream answers. */
export interface Replica {
  origin: string
  /** Whether it took a connection and was ready when last asked or called. */
  isUp: boolean
  /** Requests under way in a lane. */
  busyWith(lane: Lane): number
  /**
   * Sends what was asked of any replica to this one, by its own name. Calls back when the connection is free again, or
   * broken: with the end of the answer, or where none comes.
   */
  request(lane: Lane, sending: Sending, onOver: () => void): Promise<Answer>
  /** Asks whether it is ready, and remembers the answer. */
  look(signal: AbortSignal): Promise<void>
  /** Lets what is under way end, but for live streams on its line, which have no end of their own: these end now. */
  retire(): void
  destroy(): Promise<void>
}

export interface ReplicaOptions {
  origin: string
  /** What it is called in the configuration. */
  host: string
  answerTimeoutMs: number
  /** What is asked of it to see whether it is ready, and by which statuses it is. */
  ready: { method: 'GET' | 'HEAD'; path: string; below: number }
}

export function createReplica({ origin, host, answerTimeoutMs, ready }: ReplicaOptions): Replica {
  const pool = (most: number, headersTimeout: number, bodyTimeout: number) =>
    new Pool(origin, {
      connections: Number.isFinite(most) ? most : null,
      pipelining: 1,
      allowH2: false,
      headersTimeout,
      bodyTimeout,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    })
  const pools: Record<Lane, Pool> = {
    calls: pool(laneSize.calls, answerTimeoutMs, answerTimeoutMs),
    uploads: pool(laneSize.uploads, TRANSFER_SILENCE_MS, TRANSFER_SILENCE_MS),
    streams: pool(laneSize.streams, answerTimeoutMs, STREAM_SILENCE_MS),
    downloads: pool(laneSize.downloads, TRANSFER_SILENCE_MS, TRANSFER_SILENCE_MS),
  }
  // One that has a lot to do is not away.
  const looks = pool(1, READY_TIMEOUT_MS, READY_TIMEOUT_MS)
  const allPools = [...Object.values(pools), looks]
  const liveLine = createLiveLine({ streams: pools.streams, calls: pools.calls, host })
  const busy: Record<Lane, number> = { calls: 0, uploads: 0, streams: 0, downloads: 0 }

  const replica: Replica = {
    origin,
    isUp: true,
    busyWith: (lane) => busy[lane],

    request(lane, sending, onOver) {
      const end = () => {
        busy[lane]--
        onOver()
      }
      busy[lane]++
      sending.headers.host = host
      if (lane === 'streams') return liveLine.ask(sending, end)
      return exchange({ dispatcher: pools[lane], options: sending, isTakenAhead: isTakenAhead[lane], onOver: end })
    },

    async look(signal) {
      const { method, path, below } = ready
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(READY_TIMEOUT_MS)])
        const { statusCode, body } = await looks.request({ method, path, headers: { host }, signal: limit })
        await body.dump()
        replica.isUp = statusCode < below
      } catch {
        replica.isUp = false
      }
    },

    retire: () => {
      // Nobody could tell it any more which of its readers have left. They come back to another one.
      void liveLine.end()
      for (const each of allPools) each.close().catch(() => {})
    },
    destroy: async () => void (await Promise.all(allPools.map((each) => each.destroy()))),
  }
  return replica
}
