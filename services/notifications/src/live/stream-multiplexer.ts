import type { ServerResponse } from 'node:http'
import { AppError, stopping } from '@app/chassis/http/errors.ts'
import { MULTIPLEXED_STREAM, type StreamFrame } from '@app/contracts/http/stream-multiplexing.ts'
import type { FastifyReply } from 'fastify'
import { type EventStream, PREAMBLE, streamHeaders } from './event-stream.ts'

/** A connection from a gateway, which transports many streams. */
interface Connection {
  response: ServerResponse
  /** The `onClose` callback of each open stream, by stream number. */
  streams: Map<number, () => void>
  /** Frames that are sent together in the next `setImmediate` callback. */
  frames: StreamFrame[]
}

/** The connection is closed if more bytes than this are unsent. */
const UNSENT_BYTES_MAX = 16 * 1024 * 1024

const streamName = /^([\da-f-]{36})\/(\d{1,15})$/

function flush({ response, frames }: Connection): void {
  if (response.writable && frames.length > 0) response.write(`${frames.map((frame) => JSON.stringify(frame)).join('\n')}\n`)
  frames.length = 0
  if (response.writableLength > UNSENT_BYTES_MAX) response.destroy()
}

/** Adds the stream to the last frame if that frame has the same text, so that the text is sent only once. */
function addFrame(connection: Connection, stream: number, text?: string): void {
  const last = connection.frames.at(-1)
  if (!last) setImmediate(flush, connection)
  if (last && last.text === text) last.to.push(stream)
  else connection.frames.push({ to: [stream], text })
}

function close({ streams }: Connection, stream: number): void {
  const onClose = streams.get(stream)
  if (streams.delete(stream)) onClose?.()
}

function eventStream(connection: Connection, stream: number): EventStream {
  const write = (text: string): void => {
    if (connection.streams.has(stream)) addFrame(connection, stream, text)
  }
  write(PREAMBLE)
  return {
    write,
    async end() {
      if (connection.streams.has(stream)) addFrame(connection, stream)
      close(connection, stream)
    },
  }
}

/** Creates a multiplexer that sends all live streams of a gateway over one connection (`contracts/src/http/stream-multiplexing.ts`). */
export function createStreamMultiplexer() {
  const connections = new Map<string, Connection>()
  let isStopping = false

  return {
    openConnection(id: string, reply: FastifyReply): void {
      if (isStopping) throw stopping()
      if (connections.has(id))
        throw new AppError('connection-open', 'conflict', 'This connection is already open. Use a new connection id.')
      const { raw: response } = reply.hijack()
      // A response that is already closed emits no `close` event.
      if (response.destroyed) return
      const connection: Connection = { response, streams: new Map(), frames: [] }
      connections.set(id, connection)
      response.once('close', () => {
        connections.delete(id)
        for (const stream of [...connection.streams.keys()]) close(connection, stream)
      })
      response.on('error', () => response.destroy())
      response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store', connection: 'close' })
      response.flushHeaders()
    },
    /**
     * Opens the stream whose connection id and number the `MULTIPLEXED_STREAM` header contains. Returns undefined if the header is invalid,
     * if this replica does not have the connection, or if the stream is already open.
     */
    openStream(header: unknown, reply: FastifyReply, onClose: () => void): EventStream | undefined {
      const [name, id = '', number = ''] = streamName.exec(String(header)) ?? []
      const connection = connections.get(id)
      const stream = Number(number)
      if (name === undefined || !connection || connection.streams.has(stream)) return undefined
      connection.streams.set(stream, onClose)
      reply.headers({ ...streamHeaders, [MULTIPLEXED_STREAM]: name }).send('')
      return eventStream(connection, stream)
    },
    /** Closes streams whose clients disconnected from the gateway. */
    closeStreams(id: string, streams: readonly number[]): void {
      const connection = connections.get(id)
      if (connection) for (const stream of streams) close(connection, stream)
    },
    stop(): void {
      isStopping = true
      for (const connection of connections.values()) {
        flush(connection)
        connection.response.end()
      }
    },
  }
}
