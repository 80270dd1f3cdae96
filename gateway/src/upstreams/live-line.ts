import type { ServerResponse } from 'node:http'
import { Readable, type Writable } from 'node:stream'
import { LIVE_LINE, type LiveFrame, leaveLiveLine, openLiveLine } from '@app/contracts/http/live-lines.ts'
import type { Dispatcher } from 'undici'
import { type Answer, exchange, type Sending } from './exchange.ts'

/** A reader that has this much waiting does not read any more. */
const MOST_UNREAD_BYTES = 256 * 1024
/** A replica that takes no line, such as one of the release before, is asked again after this. */
const ASK_AGAIN_MS = 10_000

/** Whom a stream is for. */
interface Reader {
  /** What it is passed. */
  body: Readable
  /** What passes that on, as soon as something does. */
  response?: ServerResponse
}

interface Line {
  id: string
  /** What comes on it. */
  frames: Readable
  /** Of its streams, by their numbers. */
  readers: Map<number, Reader>
  /** Those whose readers have left, to be said when this turn of the event loop is over. */
  left: Set<number>
  isOver: boolean
}

/**
 * The connection of a reader for whom nothing waits on the way to it. By that way, through a stream and an answer, what thousands are told
 * would cost a quarter more (ADR 0051).
 */
function freeConnection({ body, response }: Reader): Writable | undefined {
  if (!response?.headersSent || response.writableEnded || body.readableLength > 0) return undefined
  return response.socket?.writable ? response.socket : undefined
}

interface LiveLineOptions {
  /** Connections for what goes on without end. */
  streams: Dispatcher
  calls: Dispatcher
  host: string
}

/**
 * Has all live streams of a replica come on one connection, on which what is told to many comes once. Each stream is still
 * asked for, and allowed or refused, by a request of its own.
 */
export function createLiveLine({ streams, calls, host }: LiveLineOptions) {
  let latest: Promise<Line | undefined> | undefined
  let streamsAsked = 0

  function sayLeft({ id, left }: Line): void {
    const path = leaveLiveLine.url.replace(':line', id)
    const body = JSON.stringify({ streams: [...left] })
    left.clear()
    // What is not heard is said again when such a stream is told something.
    calls
      .request({ method: 'POST', path, headers: { host, 'content-type': 'application/json' }, body })
      .then((answer) => answer.body.dump())
      .catch(() => {})
  }

  function leave(line: Line, stream: number): void {
    if (line.left.size === 0) setImmediate(sayLeft, line)
    line.left.add(stream)
  }

  function tell(reader: Reader, chunk: Buffer): void {
    const connection = freeConnection(reader)
    if (connection) connection.write(chunk)
    else reader.body.push(chunk)
    if ((connection?.writableLength ?? reader.body.readableLength) > MOST_UNREAD_BYTES) reader.body.destroy()
  }

  function pass(line: Line, { to, text }: LiveFrame): void {
    const chunk = text === undefined ? undefined : Buffer.from(text)
    for (const stream of to) {
      const reader = line.readers.get(stream)
      if (!chunk) {
        line.readers.delete(stream)
        reader?.body.push(null)
      } else if (reader) tell(reader, chunk)
      else leave(line, stream)
    }
  }

  /** Passes on what comes. When nothing more does, streams end in good order: their readers come back. */
  async function follow(line: Line): Promise<void> {
    let rest = ''
    try {
      for await (const text of line.frames.setEncoding('utf8') as AsyncIterable<string>) {
        const lines = (rest + text).split('\n')
        rest = lines.pop() ?? ''
        for (const frame of lines) pass(line, JSON.parse(frame))
      }
    } finally {
      latest = undefined
      line.isOver = true
      const readers = [...line.readers.values()]
      line.readers.clear()
      for (const { body } of readers) body.push(null)
    }
  }

  async function open(): Promise<Line | undefined> {
    const id = crypto.randomUUID()
    const path = openLiveLine.url.replace(':line', id)
    const options = { method: 'GET' as const, path, headers: { host } }
    const { statusCode, body } = await exchange({ dispatcher: streams, options, isTakenAhead: false, onOver() {} })
    if (statusCode === 200) {
      const line: Line = { id, frames: body, readers: new Map(), left: new Set(), isOver: false }
      follow(line).catch(() => {})
      return line
    }
    body.destroy()
    setTimeout(() => {
      latest = undefined
    }, ASK_AGAIN_MS).unref()
    return undefined
  }

  function current(): Promise<Line | undefined> {
    latest ??= open().catch(() => {
      latest = undefined
      return undefined
    })
    return latest
  }

  function readerOn(line: Line, stream: number): Reader {
    const body = new Readable({
      read() {},
      destroy(error, done) {
        // One that has ended is not there any more.
        if (line.readers.delete(stream)) leave(line, stream)
        done(error)
      },
    })
    // Its reader may have left, so that nobody ever listens.
    body.on('error', () => {})
    const reader: Reader = { body }
    line.readers.set(stream, reader)
    return reader
  }

  /** Asks for a stream; its answer's body is what the line brings of it, where there is one. Calls back when it is over. */
  async function ask(sending: Sending, onOver: () => void): Promise<Answer> {
    const line = await current()
    const stream = streamsAsked++
    // Before it is asked for, since the line is quicker than the answer.
    const reader = line && readerOn(line, stream)
    if (line) sending.headers[LIVE_LINE] = `${line.id}/${stream}`
    try {
      const answer = await exchange({ dispatcher: streams, options: sending, isTakenAhead: false, onOver() {} })
      const { [LIVE_LINE]: onLine, 'content-length': _none, ...headers } = answer.headers
      if (!line || !reader || onLine === undefined) {
        line?.readers.delete(stream)
        answer.body.once('close', onOver)
        return answer
      }
      answer.body.resume()
      const { body } = reader
      // Its line broke before its service knew.
      if (line.isOver && line.readers.delete(stream)) body.push(null)
      body.once('close', onOver)
      const passedBy = (response: ServerResponse) => {
        reader.response = response
      }
      return { statusCode: answer.statusCode, headers, body, passedBy }
    } catch (error) {
      reader?.body.destroy()
      onOver()
      throw error
    }
  }

  /** Ends the line and all streams on it. */
  async function end(): Promise<void> {
    const line = await latest
    line?.frames.destroy()
  }
  return { ask, end }
}
