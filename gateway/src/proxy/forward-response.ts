import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Answer } from '../upstreams/exchange.ts'

/** Below this the store's answers are taken whole: they are not worth compressing, which only a known length tells. */
const SMALL_ANSWER_BYTES = 1_024

/** What an upstream says of its connection to us. */
const ofItsConnection = ['connection', 'keep-alive'] as const

/** What all replies have, whatever server they are of. */
interface AnyReply {
  server: Pick<FastifyInstance, 'isRetiring'>
  header(name: string, value: string): unknown
  send(body: Buffer | Readable | undefined): unknown
}

function sendBody(reply: AnyReply, body: Buffer | Readable): void {
  // The service may answer before it has read the whole body; the sender is read to its end, so it may stay connected.
  if (reply.server.isRetiring()) reply.header('connection', 'close')
  // Nothing in place of an empty body, which would come out of the compressor as some bytes.
  reply.send(Buffer.isBuffer(body) && body.length === 0 ? undefined : body)
}

/** Sets the status code and the headers of a response, without hop-by-hop headers. */
export function setStatusAndHeaders(reply: FastifyReply, { statusCode, headers }: Omit<Answer, 'body'>): void {
  for (const name of ofItsConnection) delete headers[name]
  delete headers['transfer-encoding']
  reply.code(statusCode).headers(headers)
}

/** Forwards a service's response to the client: a buffered body, or a stream. */
export function forwardResponse(reply: FastifyReply, answer: Answer): void {
  setStatusAndHeaders(reply, answer)
  sendBody(reply, answer.body)
}

/** Forwards a response of `reply.from`, which has set the headers. */
export const forwardReplyFrom: Required<FastifyReplyFromHooks>['onResponse'] = (_request, reply, { stream }) => {
  for (const name of ofItsConnection) reply.removeHeader(name)
  if (reply.statusCode === 304) {
    stream.resume()
    sendBody(reply, Buffer.alloc(0))
  } else if (Number(reply.getHeader('content-length')) < SMALL_ANSWER_BYTES) {
    buffer(stream).then(
      (whole) => sendBody(reply, whole),
      (error: unknown) => reply.send(error),
    )
  } else sendBody(reply, stream)
}
