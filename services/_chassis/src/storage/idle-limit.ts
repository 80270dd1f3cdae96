import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'

/** What a store may be silent for, in connecting, in taking bytes and in answering; transfers that move go on. */
const IDLE_MS = 5_000

/** A store that would not hear of a removal either: what an upload had left there is for later. */
export class StoreSilent extends Error {
  constructor(idleMs: number) {
    super(`The file store was silent for ${idleMs / 1000} s`)
    this.name = 'StoreSilent'
  }
}

/** Node only tells of a socket that is idle for too long; this ends it, and with it the call. */
function endWhenIdle(socket: Duplex | null | undefined, idleMs: number): Duplex | null | undefined {
  socket?.once('timeout', () => socket.destroy(new StoreSilent(idleMs)))
  return socket
}

/** Connections that are kept for the next call, and that no call can wait on for ever. */
export function idleLimitedAgent(useTls: boolean, idleMs = IDLE_MS): HttpAgent {
  const options = { keepAlive: true, timeout: idleMs }
  const agent = useTls ? new HttpsAgent(options) : new HttpAgent(options)
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...to) => endWhenIdle(connect(...to), idleMs)
  return agent
}
