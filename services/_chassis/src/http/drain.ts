import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { StopTimes } from '../config/config.ts'
import { outcomeUnknown, stopping } from './errors.ts'
import { type Exchange, openConnections } from './open-connections.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail, and resolves after `waitMs`. Requests are still processed, but connections close after their next response. */
    retire(waitMs: number): Promise<void>
    isRetiring(): boolean
    /** Closes the server like `close()`, and waits up to `ms` for running requests. */
    closeWithin(ms: number): Promise<void>
    /** Aborts when the server stops waiting for request bodies. The signal's reason is the error that the client gets. */
    cutOff: AbortSignal
  }
}

const DRAIN_MS = 5_000
/** Time for rejecting requests whose bodies are still arriving. */
const REJECT_MS = 1_000
/** Time for rejecting requests, and then the same time for clients to read the last responses. */
const LAST_RESPONSES_MS = 2 * REJECT_MS
/** Time that is reserved for stopping the other parts of the process. */
const OTHER_PARTS_MS = 1_500
const CHECK_EVERY_MS = 50

export const drainTime = ({ waitMs, limitMs }: StopTimes): number => Math.max(0, limitMs - waitMs - LAST_RESPONSES_MS - OTHER_PARTS_MS)

function rejectUnfinished({ request, response }: Exchange): void {
  if (response.headersSent) return
  const isHarmless = request.method === 'GET' || request.method === 'HEAD' || !request.complete
  const { code, message, details } = isHarmless ? stopping() : outcomeUnknown()
  const problem = { type: 'about:blank', title: 'Unavailable', status: 503, code, message, requestId: crypto.randomUUID() }
  response
    .writeHead(503, { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': String(details.retryAfter) })
    .end(JSON.stringify(problem))
  request.resume()
}

/**
 * Stops the HTTP server. Running requests finish, or get a 503 at the time limit. Connections without a request stay open for about 250 ms,
 * because a client may just have sent the next request.
 */
async function drain(app: FastifyInstance): Promise<void> {
  const connections = openConnections(app.server)
  const cutOff = new AbortController()
  let isRetiring = false
  let drainMs = DRAIN_MS

  function retire(): void {
    isRetiring = true
    connections.closeAfterResponses()
  }

  app.decorate('cutOff', cutOff.signal)
  app.decorate('isRetiring', () => isRetiring)
  app.decorate('retire', async (waitMs: number) => {
    retire()
    await sleep(waitMs)
  })
  app.decorate('closeWithin', (ms: number) => {
    drainMs = ms
    return app.close()
  })
  // If a request was rejected while its body was arriving, its handler must not run.
  app.addHook('preValidation', (_request, reply, done) => {
    if (!reply.raw.writableEnded) done()
  })
  app.addHook('preClose', async () => {
    retire()
    // Node would close all idle connections at once, even if a client has just sent a request.
    app.server.closeIdleConnections = () => {}
    const timers = [
      setInterval(() => connections.closeIdle(), CHECK_EVERY_MS),
      setTimeout(() => cutOff.abort(stopping()), drainMs),
      setTimeout(() => connections.exchanges().forEach(rejectUnfinished), drainMs + REJECT_MS),
      setTimeout(() => app.server.closeAllConnections(), drainMs + LAST_RESPONSES_MS),
    ]
    app.server.once('close', () => timers.forEach(clearTimeout))
  })
}

export default fp(drain, { name: 'drain' })
