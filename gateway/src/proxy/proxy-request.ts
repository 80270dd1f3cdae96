import { routeNotFound } from '@app/chassis/http/error-handler.ts'
import type { RouteContract } from '@app/contracts/define.ts'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Answer, Sending, StreamedAnswer } from '../upstreams/exchange.ts'
import type { Sender } from '../upstreams/sender.ts'
import { sendEventStream } from './event-stream.ts'
import { forwardResponse } from './forward-response.ts'
import type { OpenStreams } from './open-streams.ts'
import { serviceHeaders } from './request-headers.ts'

/** A `..` segment, encoded or not. */
const stepsUp = /(^|\/|%2f|\\|%5c)(\.|%2e){2}($|\/|%2f|\\|%5c)/i

/** Returns the service's path and query for a request. Throws a 404 for a path that leads outside. */
function pathAt(prefix: string, { raw }: FastifyRequest): string {
  const path = (raw.url ?? '').slice(prefix.length)
  const query = path.indexOf('?')
  if (stepsUp.test(query < 0 ? path : path.slice(0, query))) throw routeNotFound()
  return path
}

function sendingOf(route: RouteContract, prefix: string, request: FastifyRequest): Sending {
  const headers = serviceHeaders(route, request)
  const body = request.body as Sending['body']
  // What was read whole may have come in chunks, and without a type.
  if (Buffer.isBuffer(body)) {
    headers['content-length'] = String(body.length)
    headers['content-type'] ??= 'application/octet-stream'
  }
  return { method: request.method as Sending['method'], path: pathAt(prefix, request), headers, body }
}

interface ProxyOptions {
  route: RouteContract
  /** The prefix of the gateway's path that the service's path does not have: `/api` or nothing. */
  prefix: string
  send: Sender
  streams: OpenStreams
}

/** A rejected request for a stream has another status. */
const isStream = (answer: Answer): answer is StreamedAnswer => answer.statusCode === 200 && !Buffer.isBuffer(answer.body)

/** An answer that nobody reads would hold its connection. */
function drop({ body }: Answer): void {
  if (!Buffer.isBuffer(body)) body.destroy()
}

/** Returns the handler that forwards requests of a route to its service, and the responses to the client. */
export function proxyRequest({ route, prefix, send, streams }: ProxyOptions): RouteHandlerMethod {
  function answerBy(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
    // Its caller left meanwhile.
    if (reply.raw.destroyed) {
      drop(answer)
      reply.hijack()
      return
    }
    try {
      if (route.stream && isStream(answer)) {
        sendEventStream(reply, answer)
        streams.track(request.user, reply.raw, answer.body)
      } else forwardResponse(reply, answer)
    } catch (fault) {
      drop(answer)
      throw fault
    }
  }

  return (request, reply) => {
    if (route.stream) streams.checkOpen()
    send(sendingOf(route, prefix, request))
      .then((answer) => answerBy(request, reply, answer))
      .catch((error: unknown) => reply.send(error))
  }
}
