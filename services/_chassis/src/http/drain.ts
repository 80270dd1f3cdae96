import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** What requests under way get at shutdown before they are cut off. */
const LIMIT_MS = 5_000

/**
 * Lets closing end in time. Node closes connections that are idle when closing begins. It would wait a minute for one
 * that never sent a byte, such as those browsers open ahead of need, and for one that is kept after its last answer.
 */
async function drain(app: FastifyInstance): Promise<void> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  let isClosing = false
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), LIMIT_MS).unref()
  })
}

export default fp(drain, { name: 'drain' })
