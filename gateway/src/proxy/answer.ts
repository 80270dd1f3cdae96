import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { WholeBody } from '../upstreams/replica.ts'
import type { OpenStreams } from './open-streams.ts'

type PassOn = Required<FastifyReplyFromHooks>['onResponse']

const isWhole = (body: object): body is WholeBody => 'whole' in body

/** Passes a service's answer on as it comes, or whole where it has arrived. */
export const passAnswer: PassOn = (_request, reply, { stream }) => {
  // The service may answer before it has read the whole body; the sender is read to its end, so it may stay connected.
  reply.removeHeader('connection')
  reply.removeHeader('keep-alive')
  reply.send(isWhole(stream) ? stream.whole : stream)
}

/** The same for an answer that goes on until somebody ends it. */
export const passStream =
  (streams: OpenStreams): PassOn =>
  (request, reply, answer) => {
    passAnswer(request, reply, answer)
    streams.track(request.user, reply.raw, answer.stream)
  }
