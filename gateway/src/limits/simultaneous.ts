import { AppError, uploadAborted } from '@app/chassis/errors.ts'
import type { TokenClaims } from '@app/chassis/http/auth.ts'
import { clientKey } from '@app/chassis/http/client-key.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { busy } from '../upstreams/concurrency-limit.ts'

/** Runs before a request is taken up, once its caller is known. */
type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** What may go on at once in this replica, of what takes long. */
export interface Simultaneous {
  streams: Gate
  uploads: Gate
  downloads: Gate
}

interface Bounds {
  kind: keyof Simultaneous
  all: number
  perAddress: number
  perCaller: number
  /** What somebody is told who has too many. */
  tooMany: { code: string; message: string; retryAfter: number }
}

interface Gauges {
  inProgress: Gauge<'kind'>
  most: Gauge<'kind'>
}

/** Counts what is under way: over all, for each client address, and for each caller who is signed in. */
function gate({ kind, all, perAddress, perCaller, tooMany }: Bounds, gauges: Gauges): Gate {
  gauges.most.set({ kind }, all)
  const inProgress = gauges.inProgress.labels({ kind })
  inProgress.set(0)
  const held = new Map<string, number>()
  const heldBy = (key: string): number => held.get(key) ?? 0

  return async (request, reply) => {
    // Whoever left while the token was checked is told of no more, and would be counted for ever.
    if (reply.raw.destroyed) throw uploadAborted()
    const caller: TokenClaims | null = request.user
    const bounds: [key: string, most: number][] = [[`address ${clientKey(request.ip)}`, perAddress]]
    if (caller) bounds.push([`caller ${caller.sub}`, perCaller])
    if (bounds.some(([key, most]) => heldBy(key) >= most)) {
      throw new AppError(tooMany.code, 'too-many', tooMany.message, { retryAfter: tooMany.retryAfter })
    }
    if (heldBy('all') >= all) throw busy()

    const keys = ['all', ...bounds.map(([key]) => key)]
    for (const key of keys) held.set(key, heldBy(key) + 1)
    inProgress.inc()
    reply.raw.once('close', () => {
      inProgress.dec()
      for (const key of keys) {
        if (heldBy(key) > 1) held.set(key, heldBy(key) - 1)
        else held.delete(key)
      }
    })
  }
}

const MOST_DOWNLOADS = 512
const DOWNLOADS_PER_ADDRESS = 128

export function simultaneous(config: Config, registry: Registry): Simultaneous {
  const common = { labelNames: ['kind'] as const, registers: [registry] }
  const gauges = {
    inProgress: new Gauge({ name: 'requests_in_progress', help: 'Streams, uploads and downloads under way', ...common }),
    most: new Gauge({ name: 'requests_in_progress_max', help: 'Most of them at once', ...common }),
  }
  const bounded = (bounds: Bounds) => gate(bounds, gauges)
  return {
    streams: bounded({
      kind: 'streams',
      all: config.STREAMS_MAX,
      perAddress: config.STREAMS_PER_ADDRESS,
      perCaller: config.STREAMS_PER_CALLER,
      tooMany: { code: 'too-many-streams', message: 'Too many live screens are open. Please close some.', retryAfter: 30 },
    }),
    uploads: bounded({
      kind: 'uploads',
      all: config.UPLOADS_MAX,
      perAddress: config.UPLOADS_PER_ADDRESS,
      perCaller: config.UPLOADS_PER_CALLER,
      tooMany: { code: 'too-many-uploads', message: 'Too many uploads at once. Please wait until one has finished.', retryAfter: 5 },
    }),
    downloads: bounded({
      kind: 'downloads',
      all: MOST_DOWNLOADS,
      perAddress: DOWNLOADS_PER_ADDRESS,
      perCaller: DOWNLOADS_PER_ADDRESS,
      tooMany: { code: 'too-many-downloads', message: 'Too many downloads at once. Please wait until one has finished.', retryAfter: 2 },
    }),
  }
}
