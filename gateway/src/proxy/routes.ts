import type { App } from '@app/chassis/http/app.ts'
import type { OnRevoked } from '@app/chassis/http/revocations.ts'
import type { RouteContract, ServiceName } from '@app/contracts/define.ts'
import { readCalendarFeed } from '@app/contracts/http/calendar.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { jsonBytesMax } from '@app/contracts/rules/body-limits.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ConcurrencyGates } from '../limits/concurrency-gates.ts'
import type { Limits } from '../limits/rate-limits.ts'
import type { TrafficClass } from '../upstreams/replica.ts'
import type { Sender } from '../upstreams/sender.ts'
import type { Upstream } from '../upstreams/upstreams.ts'
import { type OpenStreams, openStreams } from './open-streams.ts'
import { proxyRequest } from './proxy-request.ts'
import { handleAbortedResponses } from './reply-from.ts'
import { registerBodyParser } from './request-body.ts'

const API_PREFIX = '/api'

/**
 * A JSON body that is larger than this value, or has an unknown length, counts toward the limits of concurrent uploads. Without these
 * limits, many buffered bodies would use too much memory.
 */
const SMALL_BODY_BYTES = 64 * 1024
/** The size limit of a form is at least this value. A company profile has seven images of 10 MB and text fields. */
const FORM_LIMIT = 90 * MEGABYTE

/** Returns the maximum size of a route's body. A form may contain all its files in their maximum size. */
function bodyLimitOf(route: RouteContract): number {
  const { form } = route
  if (!form) return jsonBytesMax(route)
  const files = Object.values(form.files).reduce((total, { maxBytes }) => total + maxBytes, 0)
  return Math.max(FORM_LIMIT, files + MEGABYTE)
}

const classesOfServices = ['calls', 'uploads', 'downloads', 'streams'] as const

const isDownload = ({ answers }: RouteContract): boolean => answers === 'application/zip' || answers === 'application/pdf'

function classOf(route: RouteContract): TrafficClass {
  const { stream, form } = route
  if (stream) return 'streams'
  if (isDownload(route)) return 'downloads'
  return form ? 'uploads' : 'calls'
}

const isLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES

/** Whether the route uses the token of a review link or of an invitation to a colleague. */
const isReview = ({ url }: RouteContract): boolean => url.startsWith('/review/')

/** Whether the path of the route contains a secret token. Clients that send invalid tokens are limited, because they may guess tokens. */
const hasToken = (route: RouteContract): boolean => isReview(route) || route.id === readCalendarFeed.id

/** Whether emails contain URLs of the route. An email app or a person may add a slash to such a URL. */
const isLink = (route: RouteContract): boolean => route.method === 'GET' && (hasToken(route) || route.answers === 'text/html')

/** Returns what precedes and follows the URL of a route at the gateway. */
const placesOf = (route: RouteContract): [prefix: string, end: string][] =>
  ['', API_PREFIX].flatMap((prefix) => (isLink(route) ? ['', '/'] : ['']).map((end): [string, string] => [prefix, end]))

interface ProxyRoutes {
  limits: Limits
  gates: ConcurrencyGates
  streams: OpenStreams
}

/** Returns the hooks that limit the requests to a route. The hooks run after authentication. */
function gatesOf(route: RouteContract, { limits, gates }: ProxyRoutes) {
  const guess = limits.guessable(route) ? [limits.auth] : []
  if (isReview(route) && route.method !== 'GET') guess.push(limits.reviewChanges)
  if (route.stream) return [...guess, gates.streams]
  if (route.form) return [...guess, gates.uploads]
  if (isDownload(route)) return [...guess, gates.downloads]
  if (route.method === 'GET') return guess
  return [...guess, async (request: FastifyRequest, reply: FastifyReply) => isLargeBody(request) && gates.uploads(request, reply)]
}

function proxyRoute(scope: App, route: RouteContract, send: Sender, parts: ProxyRoutes): void {
  for (const [prefix, end] of placesOf(route)) {
    scope.route({
      method: route.method,
      url: prefix + route.url + end,
      access: route.access,
      bodyLimit: bodyLimitOf(route),
      exposeHeadRoute: !route.stream,
      config: { target: 'call', uncounted: route.stream },
      // A compressor would delay the events of a stream.
      ...(route.stream && { stream: true, compress: false }),
      onRequest: gatesOf(route, parts),
      handler: proxyRequest({
        route,
        prefix,
        send,
        streams: parts.streams,
        ifNotFound: hasToken(route) ? parts.limits.invalidTokens : undefined,
      }),
    } as Parameters<App['route']>[0])
  }
}

interface Api {
  services: Readonly<Record<ServiceName, Upstream>>
  limits: Limits
  gates: ConcurrencyGates
  whenRevoked: OnRevoked
  bodyWindowMs: number
}

/** Registers all public routes of the contracts, with and without `/api`. */
export async function registerApi(app: App, { services, bodyWindowMs, whenRevoked, ...rest }: Api): Promise<void> {
  const parts = { ...rest, streams: openStreams(app, whenRevoked) }
  for (const [service, upstream] of Object.entries(services)) {
    for (const trafficClass of classesOfServices) {
      await app.register(async (scope: App) => {
        handleAbortedResponses(scope)
        const send = upstream.sender(trafficClass)
        registerBodyParser(scope, { whole: trafficClass !== 'uploads', windowMs: bodyWindowMs })
        for (const route of allRoutes) {
          if (route.service === service && classOf(route) === trafficClass && !route.internal) proxyRoute(scope, route, send, parts)
        }
      })
    }
  }
}
