import { Readable } from 'node:stream'
import { closeStreams, MULTIPLEXED_STREAM, openStreamConnection, type StreamFrame } from '@app/contracts/http/stream-multiplexing.ts'
import type { Dispatcher } from 'undici'
import { exchange, type UpstreamRequest, type UpstreamResponse } from './exchange.ts'

/** A subscriber with more unsent bytes than this is disconnected. */
const UNSENT_BYTES_MAX = 256 * 1024

interface Connection {
  id: string
  frames: Readable
  streams: Map<number, Readable>
  /** Streams of disconnected subscribers. At the end of this turn of the event loop, the gateway reports them to the replica together. */
  closed: Set<number>
  isOver: boolean
}

interface StreamDemultiplexerOptions {
  /** Connections for responses that do not end. */
  streams: Dispatcher
  calls: Dispatcher
  host: string
}

/** Receives all live streams of a replica over one connection (protocol: `contracts/src/http/stream-multiplexing.ts`). */
export function createStreamDemultiplexer({ streams, calls, host }: StreamDemultiplexerOptions) {
  let latest: Promise<Connection> | undefined
  let nextNumber = 0

  function reportClosed({ id, closed }: Connection): void {
    const path = closeStreams.url.replace(':connection', id)
    const body = JSON.stringify({ streams: [...closed] })
    closed.clear()
    // If this request fails, the replica may send more data of these streams. The gateway then reports them again as closed.
    calls
      .request({ method: 'POST', path, headers: { host, 'content-type': 'application/json' }, body })
      .then((response) => response.body.dump())
      .catch(() => {})
  }

  function close(connection: Connection, stream: number): void {
    if (connection.closed.size === 0) setImmediate(reportClosed, connection)
    connection.closed.add(stream)
  }

  function fanOut(connection: Connection, { to, text }: StreamFrame): void {
    const chunk = text === undefined ? null : Buffer.from(text)
    for (const stream of to) {
      const body = connection.streams.get(stream)
      if (!chunk) connection.streams.delete(stream)
      else if (!body) close(connection, stream)
      body?.push(chunk)
      if (body && body.readableLength > UNSENT_BYTES_MAX) body.destroy()
    }
  }

  /** Reads the frames (lines of JSON) of a connection. When the connection closes, its streams end, and their subscribers reconnect. */
  async function receive(connection: Connection): Promise<void> {
    let rest = ''
    try {
      for await (const text of connection.frames.setEncoding('utf8') as AsyncIterable<string>) {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) fanOut(connection, JSON.parse(line))
      }
    } finally {
      latest = undefined
      connection.isOver = true
      const bodies = [...connection.streams.values()]
      connection.streams.clear()
      for (const body of bodies) body.push(null)
    }
  }

  async function open(): Promise<Connection> {
    const id = crypto.randomUUID()
    const options = { method: 'GET' as const, path: openStreamConnection.url.replace(':connection', id), headers: { host } }
    const { statusCode, body } = await exchange({ dispatcher: streams, options, isReadAhead: false, onOver() {} })
    if (statusCode !== 200) {
      body.destroy()
      throw new Error(`The connection for live streams was rejected with ${statusCode}`)
    }
    const connection: Connection = { id, frames: body, streams: new Map(), closed: new Set(), isOver: false }
    receive(connection).catch(() => {})
    return connection
  }

  function currentConnection(): Promise<Connection> {
    latest ??= open().catch((error: unknown) => {
      latest = undefined
      throw error
    })
    return latest
  }

  function openStream(connection: Connection, stream: number): Readable {
    const body = new Readable({
      read() {},
      destroy(error, done) {
        // Only streams that the replica has not ended are reported to the replica.
        if (connection.streams.delete(stream)) close(connection, stream)
        done(error)
      },
    })
    // Without this listener, an error after the subscriber disconnected would end the process.
    body.on('error', () => {})
    connection.streams.set(stream, body)
    return body
  }

  /** Requests a stream. The body comes from the shared connection, or from the response if the replica does not multiplex. */
  return async function requestStream(sending: UpstreamRequest, onOver: () => void): Promise<UpstreamResponse> {
    let body: Readable | undefined
    try {
      const connection = await currentConnection()
      const stream = nextNumber++
      // The stream must exist before the request is sent, because frames may arrive before the response.
      body = openStream(connection, stream)
      sending.headers[MULTIPLEXED_STREAM] = `${connection.id}/${stream}`
      const response = await exchange({ dispatcher: streams, options: sending, isReadAhead: false, onOver() {} })
      const { [MULTIPLEXED_STREAM]: name, 'content-length': _none, ...headers } = response.headers
      if (name === undefined) {
        connection.streams.delete(stream)
        response.body.once('close', onOver)
        return response
      }
      response.body.resume()
      // If the connection closed before the response arrived, the stream ends at once.
      if (connection.isOver) body.push(null)
      body.once('close', onOver)
      return { statusCode: response.statusCode, headers, body }
    } catch (error) {
      body?.destroy()
      onOver()
      throw error
    }
  }
}
