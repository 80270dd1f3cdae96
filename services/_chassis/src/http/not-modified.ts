import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sets the `ETag` and caching headers. Returns whether the client already has this version, so that a 304 suffices. */
export function isNotModified({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  return headers['if-none-match'] === etag
}
