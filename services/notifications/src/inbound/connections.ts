import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { clientKey } from '@app/chassis/http/client-key.ts'

export interface ConnectionLimits {
  total: number
  /** Maximum number of connections from one IPv4 address or IPv6 /64 network. */
  ofClient: number
  connectionMs: number
  /** Maximum time without a DATA command, counted from the start of a connection or the end of its last message. */
  commandsMs: number
  /** Maximum number of bytes that a connection may send before its next DATA command. */
  commandBytes: number
  /** Minimum bytes per second while a message is received. Checked only after `paceGraceMs`. */
  pace: number
  paceGraceMs: number
  /** When all connections are in use, a new connection may replace a connection whose lag (`lagOf`) exceeds this time. */
  slowMs: number
}

export const connectionLimits: ConnectionLimits = {
  total: 100,
  ofClient: 10,
  connectionMs: 5 * 60_000,
  commandsMs: 30_000,
  commandBytes: 64 * 1024,
  pace: 1024,
  paceGraceMs: 10_000,
  slowMs: 3_000,
}

/** In phase `processing`, the message is complete and its report is being stored. The connection is not closed in this phase. */
type Phase = 'commands' | 'message' | 'processing'

interface Connection {
  socket: Socket
  client: string
  network: string
  openedAt: number
  phase: Phase
  phaseStartedAt: number
  /** `socket.bytesRead` when the phase started. */
  bytesBefore: number
}

const SWEEP_MS = 1_000
/** After the last response, the socket is destroyed if the client does not close the connection within this time. */
const LINGER_MS = 1_000
/** The lag of a connection (`lagOf`) is its delay compared to a client that sends a message at this rate. */
const NO_LAG_BYTES_PER_MS = 16

/** Returns the /24 network of an IPv4 address or the /48 network of an IPv6 address. Providers rarely route smaller networks. */
export function networkOf(ip: string): string {
  const client = clientKey(ip)
  const separator = client.includes(':') ? ':' : '.'
  return client.split(separator).slice(0, 3).join(separator)
}

/** Closes a connection with status 421, so that the mail server retries later. */
function refuse(socket: Socket, reason: string): void {
  socket.on('error', () => {})
  if (socket.writable) socket.end(`421 ${reason}, try again later\r\n`)
  socket.destroySoon()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Returns how many ms a connection is behind a connection that sends a message at `NO_LAG_BYTES_PER_MS`. Outside a message, the lag is the
 * whole time since the phase started. Bytes of commands do not reduce the lag, because a client can repeat commands without end.
 */
function lagOf({ phase, phaseStartedAt, bytesBefore, socket }: Connection, now: number): number {
  const elapsed = now - phaseStartedAt
  return phase === 'message' ? elapsed - (socket.bytesRead - bytesBefore) / NO_LAG_BYTES_PER_MS : elapsed
}

/**
 * Shares the listener's connections between networks. When all connections are in use, a new connection can replace an older connection:
 *
 * 1. If a network has at least two connections more than the new connection's network, the slowest connection of the network with the most
 *    connections is replaced.
 * 2. Otherwise, the slowest connection is replaced if its lag exceeds `slowMs`.
 * 3. Otherwise, the new connection is refused.
 *
 * No bounce is lost, because mail servers retry after a refused or dropped connection (RFC 5321 §4.5.4.1).
 */
export function shareConnections(limits: ConnectionLimits) {
  const connections = new Map<string, Connection>()

  function drop(id: string, { socket }: Connection, reason: string): void {
    connections.delete(id)
    refuse(socket, reason)
  }

  /** Returns the connection that a new connection of `network` replaces, or undefined if there is none. */
  function findReplaceable(network: string, now: number): [string, Connection] | undefined {
    const counts = new Map<string, number>()
    for (const each of connections.values()) counts.set(each.network, (counts.get(each.network) ?? 0) + 1)
    const countOf = (name: string): number => counts.get(name) ?? 0
    const idle = [...connections].filter(([, { phase }]) => phase !== 'processing')
    const slowestFirst = idle.toSorted(([, one], [, other]) => lagOf(other, now) - lagOf(one, now))
    const ofLargestNetworks = slowestFirst
      .filter(([, each]) => countOf(each.network) > countOf(network) + 1)
      .toSorted(([, one], [, other]) => countOf(other.network) - countOf(one.network))
    return ofLargestNetworks[0] ?? slowestFirst.find(([, each]) => lagOf(each, now) > limits.slowMs)
  }

  function faultOf(connection: Connection, now: number): string | undefined {
    const { phase, openedAt, phaseStartedAt, bytesBefore, socket } = connection
    if (phase === 'processing') return undefined
    if (now - openedAt > limits.connectionMs) return 'Connection open for too long'
    const elapsed = now - phaseStartedAt
    const bytes = socket.bytesRead - bytesBefore
    if (phase === 'message') return elapsed > limits.paceGraceMs && bytes < (limits.pace * elapsed) / 1_000 ? 'Message too slow' : undefined
    if (elapsed > limits.commandsMs) return 'No message for too long'
    return bytes > limits.commandBytes ? 'Too many commands' : undefined
  }

  const sweep = setInterval(() => {
    const now = performance.now()
    for (const [id, connection] of connections) {
      const fault = faultOf(connection, now)
      if (fault) drop(id, connection, fault)
    }
  }, SWEEP_MS)

  return {
    /** Returns the id of the new connection, or undefined if it was refused. */
    admit(socket: Socket): string | undefined {
      const now = performance.now()
      const ip = socket.remoteAddress ?? ''
      const [client, network] = [clientKey(ip), networkOf(ip)]
      if ([...connections.values()].filter((each) => each.client === client).length >= limits.ofClient) {
        refuse(socket, 'Too many connections')
        return undefined
      }
      if (connections.size >= limits.total) {
        const replaced = findReplaceable(network, now)
        if (!replaced) {
          refuse(socket, 'Too many connections')
          return undefined
        }
        drop(...replaced, 'Too many connections')
      }
      const id = randomUUID()
      connections.set(id, { socket, client, network, openedAt: now, phase: 'commands', phaseStartedAt: now, bytesBefore: 0 })
      socket.once('close', () => connections.delete(id))
      return id
    },
    enterPhase(id: string, phase: Phase): void {
      const connection = connections.get(id)
      if (!connection) return
      connection.phase = phase
      connection.phaseStartedAt = performance.now()
      connection.bytesBefore = connection.socket.bytesRead
    },
    stop: () => clearInterval(sweep),
  }
}
