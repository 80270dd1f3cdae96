import { routeNotFound } from '@app/chassis/http/error-handler.ts'
import { trimTrailing } from '@app/chassis/text/trim-trailing.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Limiter } from '../limits/rate-limits.ts'
import type { StreamedResponse, UpstreamRequest, UpstreamResponse } from '../upstreams/exchange.ts'
import type { Sender } from '../upstreams/sender.ts'
import { sendEventStream } from './event-stream.ts'
import { forwardResponse } from './forward-response.ts'
import type { OpenStreams } from './open-streams.ts'
import { serviceHeaders } from './request-headers.ts'

/** A `..` path segment, percent-encoded or not. */
const stepsUp = /(^|\/|%2f|\\|%5c)(\.|%2e){2}($|\/|%2f|\\|%5c)/i

/** Returns the target for the service: the client's, without the prefix and without a slash at the end of the path. */
function targetAt(prefix: string, { raw }: FastifyRequest): string {
  const url = raw.url ?? ''
  // The prefix may be percent-encoded, so it ends at the second slash and not after the length of `prefix`.
  const target = prefix ? url.slice(url.indexOf('/', 1)) : url
  const [path = ''] = target.split('?', 1)
  if (stepsUp.test(path)) throw routeNotFound()
  return trimTrailing(path, '/') + target.slice(path.length)
}

function upstreamRequestOf(route: RouteContract, prefix: string, request: FastifyRequest): UpstreamRequest {
  const headers = serviceHeaders(route, request)
  const body = request.body as UpstreamRequest['body']
  // Sets headers that the client may have omitted.
  if (Buffer.isBuffer(body)) {
    headers['content-length'] = String(body.length)
    headers['content-type'] ??= 'application/octet-stream'
  }
  return { method: request.method as UpstreamRequest['method'], path: targetAt(prefix, request), headers, body }
}

interface ProxyOptions {
  route: RouteContract
  /** The part of the gateway's path that the service's path does not have: `/api` or nothing. */
  prefix: string
  send: Sender
  streams: OpenStreams
  /** Limits the requests that get the status 404. */
  ifNotFound?: Limiter
}

/** Whether the response is a live stream. A request for a stream can also get an error response, whose status code is not 200. */
const isStream = (response: UpstreamResponse): response is StreamedResponse =>
  response.statusCode === 200 && !Buffer.isBuffer(response.body)

/** A body that is not read would keep its upstream connection busy. */
function discard({ body }: UpstreamResponse): void {
  if (!Buffer.isBuffer(body)) body.destroy()
}

export function proxyRequest({ route, prefix, send, streams, ifNotFound }: ProxyOptions): RouteHandlerMethod {
  async function limitNotFound(request: FastifyRequest, response: UpstreamResponse): Promise<UpstreamResponse> {
    if (!ifNotFound || response.statusCode !== 404) return response
    try {
      await ifNotFound(request)
    } catch (refusal) {
      discard(response)
      throw refusal
    }
    return response
  }

  function respond(request: FastifyRequest, reply: FastifyReply, response: UpstreamResponse): void {
    if (reply.raw.destroyed) {
      discard(response)
      reply.hijack()
      return
    }
    try {
      if (route.stream && isStream(response)) {
        sendEventStream(reply, response)
        streams.track(request.user, reply.raw, response.body)
      } else forwardResponse(reply, response)
    } catch (fault) {
      discard(response)
      throw fault
    }
  }

  return (request, reply) => {
    if (route.stream) streams.checkOpen()
    send(upstreamRequestOf(route, prefix, request))
      .then((response) => limitNotFound(request, response))
      .then((response) => respond(request, reply, response))
      .catch((error: unknown) => reply.send(error))
  }
}
