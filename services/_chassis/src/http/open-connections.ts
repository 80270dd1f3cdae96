import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A request under way. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

interface Connection {
  exchange: Exchange | undefined
  /** It was asked to leave with an answer. */
  isLeaving: boolean
  /** What it had sent when its last answer ended: more means that a request has begun to arrive. */
  readBefore: number
  /** How often in a row nothing was found under way. */
  idleLooks: number
}

export interface OpenConnections {
  exchanges(): Exchange[]
  /** The answer under way is the last of its connection. */
  askToLeave(): void
  /** Closes those on which nothing was under way, now and at the looks before. */
  closeUnused(): void
}

/**
 * A client that has sent nothing for so long is unlikely to be sending at this very moment. Looks, not time: between two
 * of them this process has read what had come, however busy it was.
 */
const IDLE_LOOKS = 5

/** What a sender that is answered early gets to notice. */
const LINGER_MS = 1_000

/**
 * Closing a connection with bytes unread resets it, and the client may lose the answer. So what a sender still sends is
 * read on for a moment.
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

/** Keeps count of a server's connections and of what is under way on them. */
export function openConnections(server: Server): OpenConnections {
  const connections = new Map<Socket, Connection>()
  let isLeaving = false

  function askToLeave(connection: Connection): void {
    const { exchange } = connection
    if (!exchange || exchange.response.headersSent) return
    exchange.response.setHeader('connection', 'close')
    if (connection.isLeaving) return
    connection.isLeaving = true
    closeGently(exchange.request.socket, exchange.request)
  }

  server.on('connection', (socket) => {
    connections.set(socket, { exchange: undefined, isLeaving: false, readBefore: 0, idleLooks: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // First of all, so that the header is there before anybody answers.
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    const exchange = { request, response }
    connection.exchange = exchange
    connection.idleLooks = 0
    if (isLeaving) askToLeave(connection)
    response.once('close', () => {
      if (connection.exchange !== exchange) return
      connection.exchange = undefined
      connection.readBefore = request.socket.bytesRead
    })
  })

  const exchanges = (): Exchange[] => [...connections.values()].flatMap(({ exchange }) => exchange ?? [])

  return {
    exchanges,
    askToLeave() {
      if (isLeaving) return
      isLeaving = true
      connections.forEach(askToLeave)
    },
    closeUnused() {
      for (const [socket, connection] of connections) {
        const isIdle = !connection.exchange && socket.bytesRead === connection.readBefore
        connection.idleLooks = isIdle ? connection.idleLooks + 1 : 0
        if (connection.idleLooks >= IDLE_LOOKS) socket.destroy()
      }
    },
  }
}
