import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome } from './input.ts'
import type { FuzzTarget } from './target.ts'

const CONNECTIONS = 50
const HELD_MS = 300

interface SlowRequest {
  method: string
  path: string
  type: string
  token?: string
}

/** Begins bodies on many connections of different clients, sends no more for a moment, and closes the connections. */
export async function sendSlowly(target: FuzzTarget, { method, path, type, token }: SlowRequest): Promise<Outcome> {
  const { port } = new URL(target.url)
  const open = async () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    await once(socket, 'connect').catch(() => {})
    const headers = {
      host: 'a',
      'x-forwarded-for': target.newClient(),
      'content-type': type,
      'transfer-encoding': 'chunked',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n1\r\n{\r\n`)
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, open))
  await sleep(HELD_MS)
  for (const socket of sockets) socket.destroy()
  return 'held open'
}
