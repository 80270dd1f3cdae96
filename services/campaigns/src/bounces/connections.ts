import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { clientKey } from '@app/chassis/http/client-key.ts'
import { networkOf } from './networks.ts'

export interface ConnectionLimits {
  /** Connections in total. */
  total: number
  /** Connections of one IPv4 address or IPv6 /64. */
  ofClient: number
  /** Longest time of a connection. */
  connectionMs: number
  /** Longest time from the start of a connection, or from its last message, to the next DATA command. */
  commandsMs: number
  /** Most bytes of commands in that time. */
  commandBytes: number
  /** Slowest allowed pace of a message, in bytes per second, after `paceGraceMs`. */
  pace: number
  paceGraceMs: number
  /** A connection that is this far behind counts as slow: when all connections are in use, a new one replaces it. */
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

/** `processing`: a message was received completely, and its report is being stored. Such a connection is never dropped. */
type Phase = 'commands' | 'message' | 'processing'

interface Connection {
  socket: Socket
  client: string
  network: string
  openedAt: number
  phase: Phase
  phaseStartedAt: number
  /** `socket.bytesRead` at that time. */
  bytesBefore: number
}

const SWEEP_MS = 1_000
/** A peer that does not read its last response is cut off after this time. */
const LINGER_MS = 1_000
/** A sender at this pace is never behind. */
const BRISK_BYTES_PER_MS = 16

/** Ends a connection with a response that asks the sender to retry later. */
function refuse(socket: Socket, reason: string): void {
  socket.on('error', () => {})
  if (socket.writable) socket.end(`421 ${reason}, try again later\r\n`)
  socket.destroySoon()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(timer))
}

/** Milliseconds that a connection is behind a brisk sender. Only a message in progress counts as progress: commands can be repeated for ever. */
function lagOf({ phase, phaseStartedAt, bytesBefore, socket }: Connection, now: number): number {
  const elapsed = now - phaseStartedAt
  return phase === 'message' ? elapsed - (socket.bytesRead - bytesBefore) / BRISK_BYTES_PER_MS : elapsed
}

/**
 * Shares the listener's connections between networks. When all are in use, a new connection replaces the slowest one of
 * the network that holds most, as long as that network holds more than its share; else the slowest one that is slow.
 * Mail servers retry after a refused or dropped connection (RFC 5321 §4.5.4.1), so nothing is lost.
 */
export function shareConnections(limits: ConnectionLimits) {
  const connections = new Map<string, Connection>()

  function drop(id: string, { socket }: Connection, reason: string): void {
    connections.delete(id)
    refuse(socket, reason)
  }

  /** The connection that a new one of `network` replaces; undefined when there is none to replace. */
  function findReplaceable(network: string, now: number): [string, Connection] | undefined {
    const counts = new Map<string, number>()
    for (const each of connections.values()) counts.set(each.network, (counts.get(each.network) ?? 0) + 1)
    const countOf = (name: string): number => counts.get(name) ?? 0
    const idle = [...connections].filter(([, { phase }]) => phase !== 'processing')
    const slowestFirst = idle.toSorted(([, one], [, other]) => lagOf(other, now) - lagOf(one, now))
    const hoarding = slowestFirst
      .filter(([, each]) => countOf(each.network) > countOf(network) + 1)
      .toSorted(([, one], [, other]) => countOf(other.network) - countOf(one.network))
    return hoarding[0] ?? slowestFirst.find(([, each]) => lagOf(each, now) > limits.slowMs)
  }

  /** Why a connection must end; undefined while it keeps the limits. */
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
    /** Takes a new connection and returns its id. Undefined when it was refused. */
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
