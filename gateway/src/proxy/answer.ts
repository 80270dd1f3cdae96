import { Readable } from 'node:stream'
import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../upstreams/replica.ts'
import type { OpenStreams } from './open-streams.ts'

type PassOn = Required<FastifyReplyFromHooks>['onResponse']

/** Passes a service's answer on as it comes, or whole where it has arrived. */
export const passAnswer: PassOn = (_request, reply, { stream }) => {
  // The service may answer before it has read the whole body; the sender is read to its end, so it may stay connected.
  reply.removeHeader('connection')
  reply.removeHeader('keep-alive')
  const body = stream as unknown as Answer['body']
  reply.send('whole' in body ? body.whole : body)
}

/** The same for an answer that goes on until somebody ends it. */
export const passStream =
  (streams: OpenStreams): PassOn =>
  (request, reply, answer) => {
    passAnswer(request, reply, answer)
    const body = answer.stream as unknown as Answer['body']
    if (body instanceof Readable) streams.track(request as FastifyRequest, reply as unknown as FastifyReply, body)
  }
