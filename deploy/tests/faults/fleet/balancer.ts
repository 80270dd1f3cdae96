import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  port: number
  url: string
  stop(): Promise<void>
}

async function connectToOne(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      // No process listens on this port. Try the next one.
    }
  }
  return undefined
}

/** Starts a TCP load balancer (round robin), which skips ports that refuse the connection. */
export async function startBalancer(portsOf: () => readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, async (client) => {
    keep(client)
    client.on('error', () => {})
    turn += 1
    const ports = portsOf()
    const replica = await connectToOne(ports.map((_port, index) => ports[(turn + index) % ports.length] as number))
    if (!replica || client.destroyed) {
      client.destroy()
      replica?.destroy()
      return
    }
    keep(replica)
    for (const [from, to] of [
      [client, replica],
      [replica, client],
    ] as const) {
      from.on('error', () => to.resetAndDestroy())
      from.pipe(to)
      from.once('close', () => to.destroySoon())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
