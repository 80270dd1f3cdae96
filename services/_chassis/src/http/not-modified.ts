import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Sets the `ETag` and caching headers of a response. Returns whether the client has this version (`If-None-Match`), so that a 304 suffices.
 */
export function isNotModified({ headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
  return headers['if-none-match'] === etag
}
