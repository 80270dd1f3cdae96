import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { LOOPBACK } from './loopback.ts'

/** Below the ports that systems hand out by themselves (Linux from 32768, macOS from 49152). */
const FIRST = 20_000
const LAST = 32_000
const TRIES = 20

/**
 * A loopback port nobody listens on right now. Not one that the system would choose: it would soon choose the same for
 * somebody's connection, before whoever asked here listens on it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(FIRST, LAST)
    try {
      await tryPort(port)
      return port
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
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

async function tryPort(port: number): Promise<void> {
  const server = createServer().listen(port, LOOPBACK)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
