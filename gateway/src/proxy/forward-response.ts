import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { UpstreamResponse } from '../upstreams/exchange.ts'

/** Responses of the store that are smaller than this are buffered. Their length is then known, and the compression plugin skips them. */
const SMALL_RESPONSE_BYTES = 1_024

/** Headers that concern only the connection between gateway and upstream. */
const connectionHeaders = ['connection', 'keep-alive'] as const

interface AnyReply {
  server: Pick<FastifyInstance, 'isRetiring'>
  header(name: string, value: string): unknown
  send(body: Buffer | Readable | undefined): unknown
}

function sendBody(reply: AnyReply, body: Buffer | Readable): void {
  // If the service responds before the upload has ended, the client's connection would stay open. A stopping gateway must close it.
  if (reply.server.isRetiring()) reply.header('connection', 'close')
  // An empty body is sent as `undefined`, because the compression plugin would add bytes to an empty buffer.
  reply.send(Buffer.isBuffer(body) && body.length === 0 ? undefined : body)
}

export function setStatusAndHeaders(reply: FastifyReply, { statusCode, headers }: Omit<UpstreamResponse, 'body'>): void {
  for (const name of connectionHeaders) delete headers[name]
  delete headers['transfer-encoding']
  reply.code(statusCode).headers(headers)
}

export function forwardResponse(reply: FastifyReply, response: UpstreamResponse): void {
  setStatusAndHeaders(reply, response)
  sendBody(reply, response.body)
}

/** Forwards a response that `reply.from` received. `reply.from` has already copied the headers of the response to `reply`. */
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
