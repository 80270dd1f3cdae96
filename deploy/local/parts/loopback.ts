import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'

export const LOOPBACK = '127.0.0.1'

/** `host:port` of a server that listens here. */
export const hostOf = (server: TcpServer): string => `${LOOPBACK}:${(server.address() as AddressInfo).port}`

/** Has a server listen for programs of this machine alone; any free port with 0. */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  return hostOf(server)
}

/** Ends a server at once, whatever it is answering. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
