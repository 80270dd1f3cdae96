import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'

/** Idle timeout of connections to the store, while connecting, sending and waiting for a response. */
const IDLE_MS = 5_000

/**
 * The store did not respond. The caller then does not try to remove uploaded data, because this request would fail too. The daily sweep
 * (`sweep.ts`) removes the data later.
 */
export class StoreSilent extends Error {
  constructor(idleMs: number) {
    super(`The file store was silent for ${idleMs / 1000} s`)
    this.name = 'StoreSilent'
  }
}

/** Closes a socket at its idle timeout, which makes the request fail. Node itself only emits a `timeout` event. */
function endWhenIdle(socket: Duplex | null | undefined, idleMs: number): Duplex | null | undefined {
  socket?.once('timeout', () => socket.destroy(new StoreSilent(idleMs)))
  return socket
}

export function idleLimitedAgent(useTls: boolean, idleMs = IDLE_MS): HttpAgent {
  const options = { keepAlive: true, timeout: idleMs }
  const agent = useTls ? new HttpsAgent(options) : new HttpAgent(options)
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (...to) => endWhenIdle(connect(...to), idleMs)
  return agent
}
