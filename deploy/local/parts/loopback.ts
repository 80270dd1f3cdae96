import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo, Server as TcpServer } from 'node:net'

export const LOOPBACK = '127.0.0.1'

export const hostOf = (server: TcpServer): string => `${LOOPBACK}:${(server.address() as AddressInfo).port}`

/** Starts a server on the loopback address, so that other machines cannot connect. Port 0 selects a free port. */
export async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  return hostOf(server)
}

/** Closes a server and all its connections immediately, even if a request is in progress. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}
