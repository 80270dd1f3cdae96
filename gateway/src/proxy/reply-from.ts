import type { App } from '@app/chassis/http/app.ts'
import replyFrom from '@fastify/reply-from'

const CONNECT_TIMEOUT_MS = 2_000
const CONNECTIONS = 128

/** A pool of kept connections to one upstream; a route may have a `timeout` of its own. */
export const connectionsTo = (upstream: string, answerTimeoutMs: number) => ({
  base: upstream,
  upstream,
  disableRequestLogging: true,
  destroyAgent: true,
  undici: {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: answerTimeoutMs,
    bodyTimeout: answerTimeoutMs,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  },
})

/** Gives the scope's routes `reply.from`. */
export async function connectTo(scope: App, upstream: string, answerTimeoutMs: number): Promise<void> {
  await scope.register(replyFrom, connectionsTo(upstream, answerTimeoutMs))
}
