import type { FastifyReply, FastifyRequest } from 'fastify'

/** Says what is about to be answered by its weak tag; answers whether that is what the caller has already, so that 304 says it all. */
export function isNotModified({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  return headers['if-none-match'] === etag
}
