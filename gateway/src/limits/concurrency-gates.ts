import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { AppError, uploadAborted } from '@app/chassis/http/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { overloaded } from '../upstreams/concurrency-limit.ts'

/** A hook that runs after authentication. It rejects requests over the limit, and counts a request until its response is closed. */
type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Limits for concurrent long-running requests in this replica. */
export interface ConcurrencyGates {
  streams: Gate
  uploads: Gate
  downloads: Gate
}

interface Limits {
  kind: keyof ConcurrencyGates
  all: number
  perAddress: number
  perCaller: number
  /** The 429 error for a caller or IP address that exceeds its own limit. */
  tooMany: { code: string; message: string; retryAfter: number }
}

interface Gauges {
  inProgress: Gauge<'kind'>
  most: Gauge<'kind'>
}

function gate({ kind, all, perAddress, perCaller, tooMany }: Limits, gauges: Gauges): Gate {
  gauges.most.set({ kind }, all)
  const inProgress = gauges.inProgress.labels({ kind })
  inProgress.set(0)
  const counts = new Map<string, number>()
  const countOf = (key: string): number => counts.get(key) ?? 0

  return async (request, reply) => {
    // If the client disconnected during the token check, no `close` event follows, and the count would never decrease.
    if (reply.raw.destroyed) throw uploadAborted()
    const caller: TokenClaims | null = request.user
    const limits: [key: string, max: number][] = [[`address ${clientKey(request.ip)}`, perAddress]]
    if (caller) limits.push([`caller ${caller.sub}`, perCaller])
    if (limits.some(([key, max]) => countOf(key) >= max)) {
      throw new AppError(tooMany.code, 'too-many', tooMany.message, { retryAfter: tooMany.retryAfter })
    }
    if (countOf('all') >= all) throw overloaded()

    const keys = ['all', ...limits.map(([key]) => key)]
    for (const key of keys) counts.set(key, countOf(key) + 1)
    inProgress.inc()
    reply.raw.once('close', () => {
      inProgress.dec()
      for (const key of keys) {
        if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
        else counts.delete(key)
      }
    })
  }
}

const DOWNLOADS_MAX = 512
const DOWNLOADS_PER_ADDRESS = 128

export function createConcurrencyGates(config: Config, registry: Registry): ConcurrencyGates {
  const common = { labelNames: ['kind'] as const, registers: [registry] }
  const gauges = {
    inProgress: new Gauge({ name: 'requests_in_progress', help: 'Streams, uploads and downloads in progress', ...common }),
    most: new Gauge({ name: 'requests_in_progress_max', help: 'Limit for streams, uploads and downloads in progress', ...common }),
  }
  const gateOf = (limits: Limits) => gate(limits, gauges)
  return {
    streams: gateOf({
      kind: 'streams',
      all: config.STREAMS_MAX,
      perAddress: config.STREAMS_PER_ADDRESS,
      perCaller: config.STREAMS_PER_CALLER,
      tooMany: { code: 'too-many-streams', message: 'Too many live screens are open. Please close some.', retryAfter: 30 },
    }),
    uploads: gateOf({
      kind: 'uploads',
      all: config.UPLOADS_MAX,
      perAddress: config.UPLOADS_PER_ADDRESS,
      perCaller: config.UPLOADS_PER_CALLER,
      tooMany: { code: 'too-many-uploads', message: 'Too many uploads at once. Please wait until one has finished.', retryAfter: 5 },
    }),
    downloads: gateOf({
      kind: 'downloads',
      all: DOWNLOADS_MAX,
      perAddress: DOWNLOADS_PER_ADDRESS,
      perCaller: DOWNLOADS_PER_ADDRESS,
      tooMany: { code: 'too-many-downloads', message: 'Too many downloads at once. Please wait until one has finished.', retryAfter: 2 },
    }),
  }
}
