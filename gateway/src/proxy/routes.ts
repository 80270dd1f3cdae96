import type { App } from '@app/chassis/http/app.ts'
import type { RouteContract, ServiceName } from '@app/contracts/define.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limits } from '../limits/rate-limits.ts'
import type { Upstreams } from '../upstreams.ts'
import { passAnswer } from './answer.ts'
import { answerFailure, retryDelay } from './failure.ts'
import { trackStreams } from './open-streams.ts'
import { connectTo } from './reply-from.ts'
import { passBodiesThrough } from './request-body.ts'
import { serviceHeaders } from './request-headers.ts'

const API_PREFIX = '/api'

const JSON_LIMIT = MEGABYTE
/** A company profile: seven images of 10 MB and its fields. */
const FORM_LIMIT = 90 * MEGABYTE
const UPLOAD_TIMEOUT_MS = 10 * 60_000
const NEVER = 0

function timeoutOf(route: RouteContract): number | undefined {
  if (route.stream) return NEVER
  return route.form ? UPLOAD_TIMEOUT_MS : undefined
}

/** One route of the contracts, passed to its service as the path it has there. */
function proxyRoute(scope: App, route: RouteContract, limits: Limits, trackStream: (reply: FastifyReply) => void): void {
  const options = {
    rewriteRequestHeaders: serviceHeaders,
    onResponse: passAnswer,
    onError: answerFailure,
    retryDelay,
    timeout: timeoutOf(route),
  }
  for (const prefix of ['', API_PREFIX]) {
    scope.route({
      method: route.method,
      url: prefix + route.url,
      access: route.access,
      bodyLimit: route.form ? FORM_LIMIT : JSON_LIMIT,
      exposeHeadRoute: !route.stream,
      // Clients of a stream reconnect by themselves, and its events must not wait in a compressor.
      ...(route.stream && { compress: false, config: { uncounted: true } }),
      onRequest: limits.guessable(route) ? [limits.auth] : [],
      handler: (request: FastifyRequest, reply: FastifyReply) => {
        if (route.stream) trackStream(reply)
        const path = request.raw.url ?? ''
        const query = path.indexOf('?')
        return reply.from(path.slice(prefix.length, query < 0 ? undefined : query), options)
      },
    } as Parameters<App['route']>[0])
  }
}

/** Every public route of the contracts, with and without `/api`. What is not in the contracts is not passed on. */
export async function registerApi(app: App, upstreams: Upstreams, limits: Limits, answerTimeoutMs: number): Promise<void> {
  const trackStream = trackStreams(app)
  for (const [service, base] of Object.entries(upstreams) as [ServiceName, string][]) {
    await app.register(async (scope: App) => {
      await connectTo(scope, base, answerTimeoutMs)
      passBodiesThrough(scope)
      scope.addHook('onRequest', limits.general)
      for (const route of allRoutes) {
        if (route.service === service && !route.internal) proxyRoute(scope, route, limits, trackStream)
      }
    })
  }
}
