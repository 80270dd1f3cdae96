import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { OpenStreams } from './open-streams.ts'

/** Answers below this are taken whole: they are not worth compressing, which only a known length tells. */
export const SMALL_ANSWER_BYTES = 1_024

type PassOn = Required<FastifyReplyFromHooks>['onResponse']

/** Passes a service's answer on as it comes. */
export const passAnswer: PassOn = (_request, reply, { stream }) => {
  // The service may answer before it has read the whole body; the sender is read to its end, so it may stay connected.
  if (reply.server.isRetiring()) reply.header('connection', 'close')
  else reply.removeHeader('connection')
  reply.removeHeader('keep-alive')
  // It has no body: an empty one would come out of the compressor as some bytes.
  if (reply.statusCode === 304) {
    stream.resume()
    reply.send()
    return
  }
  if (Number(reply.getHeader('content-length')) < SMALL_ANSWER_BYTES) {
    buffer(stream).then(
      (whole) => reply.send(whole),
      (error: unknown) => reply.send(error),
    )
    return
  }
  reply.send(stream)
}

/** The same for an answer that goes on until somebody ends it. */
export const passStream =
  (streams: OpenStreams): PassOn =>
  (request, reply, answer) => {
    // Its end is that of its connection, so that what is told to thousands takes no frame of chunked coding for each.
    const raw = reply.raw as ServerResponse
    raw.useChunkedEncodingByDefault = false
    raw.shouldKeepAlive = false
    passAnswer(request, reply, answer)
    streams.track(request.user, reply.raw, answer.stream)
  }
