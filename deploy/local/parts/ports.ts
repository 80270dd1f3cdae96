import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { LOOPBACK } from './loopback.ts'
import { findListener, localTime } from './processes.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[/\\]$/, '')

/** Range of the ports to choose from. It ends below the ephemeral ports (from 32768 on Linux, from 49152 on macOS). */
const FIRST = 20_000
const LAST = 32_000
const TRIES = 20

/**
 * Returns a free loopback port. The port is outside the range for outgoing connections, so that no outgoing connection takes the port
 * before the caller listens.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = randomInt(FIRST, LAST)
    try {
      await tryPort(port, LOOPBACK)
      return port
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}

/** Throws if the port is taken or not allowed. The message says how to free the port or choose another one. */
export async function assertPortFree(port: number, usedFor: string, setting: string, host = LOOPBACK): Promise<void> {
  try {
    await tryPort(port, host)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      throw new Error(
        `Port ${port} (${usedFor}) is taken by ${await describeListener(port)}, or choose another port with ${setting}=<port>.`,
        {
          cause: error,
        },
      )
    if (code === 'EACCES') {
      throw new Error(`Port ${port} (${usedFor}) is not allowed for this user: choose a port above 1024 with ${setting}=<port>.`, {
        cause: error,
      })
    }
    throw error
  }
}

async function describeListener(port: number): Promise<string> {
  const found = await findListener(port)
  if (!found) return 'another program: stop that program'
  const { pid, command, folder, since } = found
  if (!/\bdeploy\/local\/\w+\.ts/.test(command)) return `"${command}" (pid ${pid}): stop that program`
  const place = folder === root ? 'this folder' : `the folder ${folder}`
  return `Palmetto, which already runs from ${place} (pid ${pid}, since ${localTime(since)}). Stop it with Ctrl-C in its terminal or "kill ${pid}"`
}

async function tryPort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
