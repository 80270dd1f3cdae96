import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A request whose response has not ended. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

interface Connection {
  exchange: Exchange | undefined
  /** Whether the current response has `connection: close`. */
  isClosing: boolean
  /** Bytes that had been read from the socket when its last response ended. If more bytes were read since, a new request is arriving. */
  readBefore: number
  idleChecks: number
}

export interface OpenConnections {
  exchanges(): Exchange[]
  /** Closes each connection after its current or next response. */
  closeAfterResponses(): void
  /** Call this at regular intervals. Closes connections that were idle at each of the last `IDLE_CHECKS` calls. */
  closeIdle(): void
}

/**
 * The limit for idle connections is a number of checks, not a time, because a busy process reads data late. A time limit could close a
 * connection whose next request has arrived but is not read yet. Between two checks, even a busy process reads all data that has arrived.
 */
const IDLE_CHECKS = 5

const LINGER_MS = 1_000

/**
 * Makes the server close the socket only after the request's body is read, or after `LINGER_MS`. Closing a socket with unread bytes sends a
 * TCP reset, and the client may then lose the response.
 */
function closeGently(socket: Socket, request: IncomingMessage): void {
  const closeNow = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    if (request.complete) return closeNow()
    socket.end()
    const timer = setTimeout(closeNow, LINGER_MS)
    request.once('end', closeNow)
    socket.once('close', () => clearTimeout(timer))
  }
}

export function openConnections(server: Server): OpenConnections {
  const connections = new Map<Socket, Connection>()
  let isClosing = false

  function closeAfterResponse(connection: Connection): void {
    const { exchange } = connection
    if (!exchange || exchange.response.headersSent) return
    exchange.response.setHeader('connection', 'close')
    if (connection.isClosing) return
    connection.isClosing = true
    closeGently(exchange.request.socket, exchange.request)
  }

  server.on('connection', (socket) => {
    connections.set(socket, { exchange: undefined, isClosing: false, readBefore: 0, idleChecks: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // This listener must run first, so that the header is set before a handler responds.
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    const exchange = { request, response }
    connection.exchange = exchange
    connection.idleChecks = 0
    if (isClosing) closeAfterResponse(connection)
    response.once('close', () => {
      if (connection.exchange !== exchange) return
      connection.exchange = undefined
      connection.readBefore = request.socket.bytesRead
    })
  })

  const exchanges = (): Exchange[] => [...connections.values()].flatMap(({ exchange }) => exchange ?? [])

  return {
    exchanges,
    closeAfterResponses() {
      if (isClosing) return
      isClosing = true
      connections.forEach(closeAfterResponse)
    },
    closeIdle() {
      for (const [socket, connection] of connections) {
        const isIdle = !connection.exchange && socket.bytesRead === connection.readBefore
        connection.idleChecks = isIdle ? connection.idleChecks + 1 : 0
        if (connection.idleChecks >= IDLE_CHECKS) socket.destroy()
      }
    },
  }
}
