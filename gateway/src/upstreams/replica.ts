import { Pool } from 'undici'
import { type Answer, exchange, type Sending } from './exchange.ts'
import { createStreamDemultiplexer } from './stream-demultiplexer.ts'

/**
 * Requests by how long they take. Each class has its own connections to every replica (bulkheads), so that no number of open streams or
 * slow uploads delays a call.
 */
export type TrafficClass = 'calls' | 'uploads' | 'streams' | 'downloads'

const CONNECT_TIMEOUT_MS = 2_000
/** What the far side of a transfer may be silent for, after the last byte that it was sent. */
const TRANSFER_SILENCE_MS = 60_000
/** Streams have a heartbeat each 15 s. */
const STREAM_SILENCE_MS = 60_000
const READY_TIMEOUT_MS = 2_000

/** The largest number of concurrent requests to each replica. All but calls are limited before, per client too. */
export const connectionsMax: Record<TrafficClass, number> = {
  calls: 128,
  uploads: Number.POSITIVE_INFINITY,
  streams: Number.POSITIVE_INFINITY,
  downloads: Number.POSITIVE_INFINITY,
}

/** Whose answers are taken as they come; those of transfers are long, and are counted for each client. */
const isTakenAhead: Record<TrafficClass, boolean> = { calls: true, uploads: true, streams: false, downloads: false }

/** One address at which an upstream answers. */
export interface Replica {
  origin: string
  /** Whether it took a connection and was ready when last asked or called. */
  isUp: boolean
  /** The number of requests in progress. */
  inProgress(trafficClass: TrafficClass): number
  /**
   * Sends what was asked of any replica to this one, by its own name. Calls back when the connection is free again, or
   * broken: with the end of the answer, or where none comes.
   */
  request(trafficClass: TrafficClass, sending: Sending, onOver: () => void): Promise<Answer>
  /** Asks whether it is ready, and remembers the answer. */
  look(signal: AbortSignal): Promise<void>
  /** Closes the connections when their requests have ended. Live streams, which do not end, are ended now. */
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
  const pools: Record<TrafficClass, Pool> = {
    calls: pool(connectionsMax.calls, answerTimeoutMs, answerTimeoutMs),
    uploads: pool(connectionsMax.uploads, TRANSFER_SILENCE_MS, TRANSFER_SILENCE_MS),
    streams: pool(connectionsMax.streams, answerTimeoutMs, STREAM_SILENCE_MS),
    downloads: pool(connectionsMax.downloads, TRANSFER_SILENCE_MS, TRANSFER_SILENCE_MS),
  }
  // One that has a lot to do is not away.
  const looks = pool(1, READY_TIMEOUT_MS, READY_TIMEOUT_MS)
  const allPools = [...Object.values(pools), looks]
  const requestStream = createStreamDemultiplexer({ streams: pools.streams, calls: pools.calls, host })
  const inProgress: Record<TrafficClass, number> = { calls: 0, uploads: 0, streams: 0, downloads: 0 }

  const replica: Replica = {
    origin,
    isUp: true,
    inProgress: (trafficClass) => inProgress[trafficClass],

    request(trafficClass, sending, onOver) {
      const end = () => {
        inProgress[trafficClass]--
        onOver()
      }
      inProgress[trafficClass]++
      sending.headers.host = host
      if (trafficClass === 'streams') return requestStream(sending, end)
      return exchange({ dispatcher: pools[trafficClass], options: sending, isTakenAhead: isTakenAhead[trafficClass], onOver: end })
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
      // Without connections for calls, the replica would not learn which subscribers disconnect.
      pools.streams.destroy().catch(() => {})
      for (const each of [pools.calls, pools.uploads, pools.downloads, looks]) each.close().catch(() => {})
    },
    destroy: async () => void (await Promise.all(allPools.map((each) => each.destroy()))),
  }
  return replica
}
