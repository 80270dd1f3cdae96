import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { StopTimes } from '../config.ts'
import { outcomeUnknown, stopping } from '../errors.ts'
import { type Exchange, openConnections } from './open-connections.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on not ready; serves on for `waitMs`, in which the platform takes notice, but asks clients for new connections. */
    retire(waitMs: number): Promise<void>
    isRetiring(): boolean
    /** Closes like `close()`, with so much time for requests under way to end. */
    closeWithin(ms: number): Promise<void>
    /** Aborts when a body that is still arriving can be waited for no longer. Its reason is the refusal. */
    cutOff: AbortSignal
  }
}

const DRAIN_MS = 5_000
/** What refusing the last bodies may take, and as much again what reading these refusals may. */
const REFUSING_MS = 1_000
const LAST_ANSWERS_MS = 2 * REFUSING_MS
/** What a process closes after its requests. */
const OTHER_PARTS_MS = 1_500
const LOOK_EVERY_MS = 50

/** What requests under way get of a stop. */
export const drainTime = ({ waitMs, limitMs }: StopTimes): number => Math.max(0, limitMs - waitMs - LAST_ANSWERS_MS - OTHER_PARTS_MS)

/** To those who were not answered in all that time, by whatever was meant to. */
function answerLate({ request, response }: Exchange): void {
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
 * A stop that clients notice by nothing but being asked for a new connection. Requests under way end; a connection is
 * closed with its next answer, or when it was idle a while: one that was idle for an instant may have the next request
 * on its way already. What takes too long is answered, too, before it is cut.
 */
async function drain(app: FastifyInstance): Promise<void> {
  const connections = openConnections(app.server)
  const cutOff = new AbortController()
  let isRetiring = false
  let drainMs = DRAIN_MS

  function retire(): void {
    isRetiring = true
    connections.askToLeave()
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
  // What was answered for while its body still arrived has no effect any more.
  app.addHook('preValidation', (_request, reply, done) => {
    if (!reply.raw.writableEnded) done()
  })
  app.addHook('preClose', async () => {
    retire()
    // Node would close those that are idle for an instant, too.
    app.server.closeIdleConnections = () => {}
    const timers = [
      setInterval(() => connections.closeUnused(), LOOK_EVERY_MS),
      setTimeout(() => cutOff.abort(stopping()), drainMs),
      setTimeout(() => connections.exchanges().forEach(answerLate), drainMs + REFUSING_MS),
      setTimeout(() => app.server.closeAllConnections(), drainMs + LAST_ANSWERS_MS),
    ]
    app.server.once('close', () => timers.forEach(clearTimeout))
  })
}

export default fp(drain, { name: 'drain' })
