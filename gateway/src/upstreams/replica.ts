import { Pool } from 'undici'
import { exchange, type UpstreamRequest, type UpstreamResponse } from './exchange.ts'
import { createStreamDemultiplexer } from './stream-demultiplexer.ts'

/** Each class has its own connections to every replica (bulkhead), so that streams and slow uploads do not delay calls. */
export type TrafficClass = 'calls' | 'uploads' | 'streams' | 'downloads'

const CONNECT_TIMEOUT_MS = 2_000
/** Timeout of uploads and downloads: maximum time without data from the upstream after the request was sent completely. */
const TRANSFER_SILENCE_MS = 60_000
/** Timeout of live streams: maximum time without data. A stream has a heartbeat every 15 s. */
const STREAM_SILENCE_MS = 60_000
const READY_TIMEOUT_MS = 2_000

/** Maximum number of concurrent requests per replica. Only calls are limited here. Concurrency gates limit the other classes. */
export const connectionsMax: Record<TrafficClass, number> = {
  calls: 128,
  uploads: Number.POSITIVE_INFINITY,
  streams: Number.POSITIVE_INFINITY,
  downloads: Number.POSITIVE_INFINITY,
}

/** Whether responses are read ahead into memory. Downloads are too large. Instead, the gateway limits concurrent downloads per client. */
const isReadAhead: Record<TrafficClass, boolean> = { calls: true, uploads: true, streams: false, downloads: false }

export interface Replica {
  origin: string
  /** Whether the replica was reachable and ready at the last readiness check or request. */
  isUp: boolean
  inProgress(trafficClass: TrafficClass): number
  /** Sends a request with `host` as Host header. Calls `onOver` when the connection is free again: after the response or a failure. */
  request(trafficClass: TrafficClass, sending: UpstreamRequest, onOver: () => void): Promise<UpstreamResponse>
  checkReady(signal: AbortSignal): Promise<void>
  /** Closes each connection after its request. Live streams are ended at once, because they do not end by themselves. */
  retire(): void
  destroy(): Promise<void>
}

export interface ReplicaOptions {
  origin: string
  /** The host of the configured URL, which becomes the Host header. */
  host: string
  answerTimeoutMs: number
  /** The readiness check. The replica is ready if the status code is less than `below`. */
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
  // The readiness check has a separate connection, so that a busy replica does not appear to be down.
  const readinessPool = pool(1, READY_TIMEOUT_MS, READY_TIMEOUT_MS)
  const allPools = [...Object.values(pools), readinessPool]
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
      return exchange({ dispatcher: pools[trafficClass], options: sending, isReadAhead: isReadAhead[trafficClass], onOver: end })
    },

    async checkReady(signal) {
      const { method, path, below } = ready
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(READY_TIMEOUT_MS)])
        const { statusCode, body } = await readinessPool.request({ method, path, headers: { host }, signal: limit })
        await body.dump()
        replica.isUp = statusCode < below
      } catch {
        replica.isUp = false
      }
    },

    retire: () => {
      // Live streams are destroyed, not closed. Without connections for calls, the gateway could not report disconnected subscribers to the
      // replica.
      pools.streams.destroy().catch(() => {})
      for (const each of [pools.calls, pools.uploads, pools.downloads, readinessPool]) each.close().catch(() => {})
    },
    destroy: async () => void (await Promise.all(allPools.map((each) => each.destroy()))),
  }
  return replica
}
