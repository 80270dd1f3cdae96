import { Readable } from 'node:stream'
import { LIVE_LINE, type LiveFrame, leaveLiveLine, openLiveLine } from '@app/contracts/http/live-lines.ts'
import type { Dispatcher } from 'undici'
import { type Answer, exchange, type Sending } from './exchange.ts'

/** A reader that has this much waiting does not read any more. */
const MOST_UNREAD_BYTES = 256 * 1024
/** A replica that takes no line, such as one of the release before, is asked again after this. */
const ASK_AGAIN_MS = 10_000

interface Line {
  id: string
  /** What comes on it. */
  frames: Readable
  /** What its streams' readers are passed, by their numbers. */
  bodies: Map<number, Readable>
  /** Those whose readers have left, to be said when this turn of the event loop is over. */
  left: Set<number>
  isOver: boolean
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

  function pass(line: Line, { to, text }: LiveFrame): void {
    const chunk = text === undefined ? null : Buffer.from(text)
    for (const stream of to) {
      const body = line.bodies.get(stream)
      if (!chunk) line.bodies.delete(stream)
      else if (!body) leave(line, stream)
      body?.push(chunk)
      if (body && body.readableLength > MOST_UNREAD_BYTES) body.destroy()
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
      const bodies = [...line.bodies.values()]
      line.bodies.clear()
      for (const body of bodies) body.push(null)
    }
  }

  async function open(): Promise<Line | undefined> {
    const id = crypto.randomUUID()
    const path = openLiveLine.url.replace(':line', id)
    const options = { method: 'GET' as const, path, headers: { host } }
    const { statusCode, body } = await exchange({ dispatcher: streams, options, isTakenAhead: false, onOver() {} })
    if (statusCode === 200) {
      const line: Line = { id, frames: body, bodies: new Map(), left: new Set(), isOver: false }
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

  function bodyOn(line: Line, stream: number): Readable {
    const body = new Readable({
      read() {},
      destroy(error, done) {
        // One that has ended is not there any more.
        if (line.bodies.delete(stream)) leave(line, stream)
        done(error)
      },
    })
    // Its reader may have left, so that nobody ever listens.
    body.on('error', () => {})
    line.bodies.set(stream, body)
    return body
  }

  /** Asks for a stream; its answer's body is what the line brings of it, where there is one. Calls back when it is over. */
  async function ask(sending: Sending, onOver: () => void): Promise<Answer> {
    const line = await current()
    const stream = streamsAsked++
    // Before it is asked for, since the line is quicker than the answer.
    const body = line && bodyOn(line, stream)
    if (line) sending.headers[LIVE_LINE] = `${line.id}/${stream}`
    try {
      const answer = await exchange({ dispatcher: streams, options: sending, isTakenAhead: false, onOver() {} })
      const { [LIVE_LINE]: onLine, 'content-length': _none, ...headers } = answer.headers
      if (!line || !body || onLine === undefined) {
        line?.bodies.delete(stream)
        answer.body.once('close', onOver)
        return answer
      }
      answer.body.resume()
      // Its line broke before its service knew.
      if (line.isOver && line.bodies.delete(stream)) body.push(null)
      body.once('close', onOver)
      return { statusCode: answer.statusCode, headers, body }
    } catch (error) {
      body?.destroy()
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
