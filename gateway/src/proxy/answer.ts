import type { FastifyReplyFromHooks } from '@fastify/reply-from'
import type { Answer } from '../upstreams/replica.ts'

/** Passes a service's answer on as it comes, or whole where it has arrived. */
export const passAnswer: Required<FastifyReplyFromHooks>['onResponse'] = (_request, reply, { stream }) => {
  // The service may answer before it has read the whole body; the sender is read to its end, so it may stay connected.
  reply.removeHeader('connection')
  reply.removeHeader('keep-alive')
  const body = stream as unknown as Answer['body']
  reply.send('whole' in body ? body.whole : body)
}
