import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { UpstreamResponse } from '../upstreams/exchange.ts'

/** Responses of the store that are shorter than this are buffered. With a known length, the compression plugin skips them. */
const SMALL_RESPONSE_BYTES = 1_024

/** Headers that are about the connection between the gateway and the upstream. */
const connectionHeaders = ['connection', 'keep-alive'] as const

/** The part of a reply that is independent of the type of its server. */
interface AnyReply {
  server: Pick<FastifyInstance, 'isRetiring'>
  header(name: string, value: string): unknown
  send(body: Buffer | Readable | undefined): unknown
}

function sendBody(reply: AnyReply, body: Buffer | Readable): void {
  // The service may respond before it has read the whole body. The rest of the upload is read, so the connection would stay open. A
  // stopping gateway closes it.
  if (reply.server.isRetiring()) reply.header('connection', 'close')
  // An empty body must be undefined, because the compression plugin would turn an empty buffer into some bytes.
  reply.send(Buffer.isBuffer(body) && body.length === 0 ? undefined : body)
}

/** Sets the status code and the headers of a response, without hop-by-hop headers. */
export function setStatusAndHeaders(reply: FastifyReply, { statusCode, headers }: Omit<UpstreamResponse, 'body'>): void {
  for (const name of connectionHeaders) delete headers[name]
  delete headers['transfer-encoding']
  reply.code(statusCode).headers(headers)
}

/** Forwards a service's response to the client: a buffered body, or a stream. */
export function forwardResponse(reply: FastifyReply, answer: UpstreamResponse): void {
  setStatusAndHeaders(reply, answer)
  sendBody(reply, answer.body)
}

/** Forwards a response of `reply.from`, which has set the headers. */
export const forwardReplyFrom: Required<FastifyReplyFromHooks>['onResponse'] = (_request, reply, { stream }) => {
  for (const name of connectionHeaders) reply.removeHeader(name)
  if (reply.statusCode === 304) {
    stream.resume()
    sendBody(reply, Buffer.alloc(0))
  } else if (Number(reply.getHeader('content-length')) < SMALL_RESPONSE_BYTES) {
    buffer(stream).then(
      (whole) => sendBody(reply, whole),
      (error: unknown) => reply.send(error),
    )
  } else sendBody(reply, stream)
}
