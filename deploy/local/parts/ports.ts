import { once } from 'node:events'
import { createServer } from 'node:net'

const LOOPBACK = '127.0.0.1'

/** A loopback port nobody listens on right now. */
export function freePort(): Promise<number> {
  return tryPort(0)
}

/** Fails with a sentence that says what to do when the port is taken or not allowed. */
export async function assertPortFree(port: number, usedFor: string, setting: string): Promise<void> {
  try {
    await tryPort(port)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} (${usedFor}) is taken by another program: stop that program or choose another port with ${setting}=<port>.`,
        { cause: error },
      )
    }
    if (code === 'EACCES') {
      throw new Error(`Port ${port} (${usedFor}) needs more rights than this user has: choose a port above 1024 with ${setting}=<port>.`, {
        cause: error,
      })
    }
    throw error
  }
}

async function tryPort(port: number): Promise<number> {
  const server = createServer().listen(port, LOOPBACK)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server without a port.')
  return address.port
}
