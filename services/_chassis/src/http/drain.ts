import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** What requests under way get at shutdown before they are cut off. */
const LIMIT_MS = 5_000

/**
 * Lets closing end in time. Node closes idle connections, but takes one that never sent a byte, such as those browsers
 * open ahead of need, for a busy one and waits a minute for it.
 */
async function drain(app: FastifyInstance): Promise<void> {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), LIMIT_MS).unref()
  })
}

export default fp(drain, { name: 'drain' })
