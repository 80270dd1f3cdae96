import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import type { StreamedResponse } from '../upstreams/exchange.ts'
import { setStatusAndHeaders } from './forward-response.ts'

/**
 * Sends a live stream: the head as a response, and the body straight to the socket, without chunked coding. `response.write` corks the
 * socket for each chunk: an event to 2,000 streams takes a quarter more CPU time through it, and twice as much with chunked coding (ADR 0051,
 * `npm run bench -- streams`).
 */
export function sendEventStream(reply: FastifyReply, answer: StreamedResponse): void {
  const { body } = answer
  setStatusAndHeaders(reply, answer)
  const { raw } = reply.hijack()
  // The end of the connection is the end of the stream.
  raw.useChunkedEncodingByDefault = false
  raw.shouldKeepAlive = false
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
  raw.flushHeaders()
  raw.once('close', () => body.destroy())
  // A body that was destroyed before its end belongs to a subscriber that does not read, or to a broken connection.
  body.once('close', () => (body.readableEnded ? raw.end() : raw.destroy()))
  const sendBody = (socket: Socket) => body.pipe(socket, { end: false })
  // A pipelined request has no socket until the response before it has ended.
  if (raw.socket) sendBody(raw.socket)
  else raw.once('socket', sendBody)
}
