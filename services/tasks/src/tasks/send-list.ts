import { isNotModified } from '@app/chassis/http/not-modified.ts'
import { setNextLink } from '@app/chassis/http/paging.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Listing } from './list-tasks.ts'

export async function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  limit: number,
  { etag, json, next }: Listing,
): Promise<FastifyReply> {
  if (isNotModified(request, reply, etag)) return reply.code(304).send()
  if (next !== undefined) setNextLink(request, reply, limit, [next])
  return reply.type('application/json; charset=utf-8').send(json)
}
