import type { App } from '@app/chassis/http/app.ts'
import replyFrom from '@fastify/reply-from'

const CONNECT_TIMEOUT_MS = 2_000
const CONNECTIONS = 128

/** Gives the scope's routes `reply.from`, over a pool of kept connections to one upstream; each may set a `timeout` of its own. */
export async function connectTo(scope: App, base: string, answerTimeoutMs: number): Promise<void> {
  await scope.register(replyFrom, {
    base,
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
}
