import { createHash } from 'node:crypto'
import { isNotModified } from '@app/chassis/http/not-modified.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The ETag of a feed is weak, because compressed responses have the same ETag. */
const etagOf = (feed: string): string => `W/"${createHash('sha256').update(feed).digest('base64url')}"`

/** Sends a calendar feed, or 304 if the client has the current feed. */
export function sendCalendarFeed(request: FastifyRequest, reply: FastifyReply, feed: string): FastifyReply {
  if (isNotModified(request, reply, etagOf(feed))) return reply.code(304).send()
  return reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="calendar.ics"').send(Buffer.from(feed))
}
