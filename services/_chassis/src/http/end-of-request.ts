import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

/** Returns a signal for work that only the response needs. It aborts when the client closes the connection, or when this process stops. */
export function endOfRequest({ server }: FastifyRequest, { raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const closed = new AbortController()
  // The error appears only in the log.
  raw.once('close', () => closed.abort(new AppError('client-left', 'malformed', 'The client closed the connection.')))
  return AbortSignal.any([closed.signal, server.cutOff])
}
