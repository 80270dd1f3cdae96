import { routeNotFound } from '@app/chassis/http/error-handler.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { StreamedResponse, UpstreamRequest, UpstreamResponse } from '../upstreams/exchange.ts'
import type { Sender } from '../upstreams/sender.ts'
import { sendEventStream } from './event-stream.ts'
import { forwardResponse } from './forward-response.ts'
import type { OpenStreams } from './open-streams.ts'
import { serviceHeaders } from './request-headers.ts'

/** A `..` path segment, percent-encoded or not. */
const stepsUp = /(^|\/|%2f|\\|%5c)(\.|%2e){2}($|\/|%2f|\\|%5c)/i

/** Returns the path and query for the service. Throws 404 for a path with a `..` segment. */
function pathAt(prefix: string, { raw }: FastifyRequest): string {
  const path = (raw.url ?? '').slice(prefix.length)
  const query = path.indexOf('?')
  if (stepsUp.test(query < 0 ? path : path.slice(0, query))) throw routeNotFound()
  return path
}

function upstreamRequestOf(route: RouteContract, prefix: string, request: FastifyRequest): UpstreamRequest {
  const headers = serviceHeaders(route, request)
  const body = request.body as UpstreamRequest['body']
  // A buffered body may have been sent in chunks and without a content type.
  if (Buffer.isBuffer(body)) {
    headers['content-length'] = String(body.length)
    headers['content-type'] ??= 'application/octet-stream'
  }
  return { method: request.method as UpstreamRequest['method'], path: pathAt(prefix, request), headers, body }
}

interface ProxyOptions {
  route: RouteContract
  /** The prefix of the gateway's path that the service's path does not have: `/api` or nothing. */
  prefix: string
  send: Sender
  streams: OpenStreams
}

/** Whether a response is a stream. An error response to a stream request has another status. */
const isStream = (answer: UpstreamResponse): answer is StreamedResponse => answer.statusCode === 200 && !Buffer.isBuffer(answer.body)

/** Discards a response. An unread body would keep its connection busy. */
function discard({ body }: UpstreamResponse): void {
  if (!Buffer.isBuffer(body)) body.destroy()
}

/** Returns the handler that forwards requests of a route to its service, and the responses to the client. */
export function proxyRequest({ route, prefix, send, streams }: ProxyOptions): RouteHandlerMethod {
  function respond(request: FastifyRequest, reply: FastifyReply, answer: UpstreamResponse): void {
    // The client has disconnected.
    if (reply.raw.destroyed) {
      discard(answer)
      reply.hijack()
      return
    }
    try {
      if (route.stream && isStream(answer)) {
        sendEventStream(reply, answer)
        streams.track(request.user, reply.raw, answer.body)
      } else forwardResponse(reply, answer)
    } catch (fault) {
      discard(answer)
      throw fault
    }
  }

  return (request, reply) => {
    if (route.stream) streams.checkOpen()
    send(upstreamRequestOf(route, prefix, request))
      .then((answer) => respond(request, reply, answer))
      .catch((error: unknown) => reply.send(error))
  }
}
