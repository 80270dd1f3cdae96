import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** What an upstream is asked. */
export type Sending = Dispatcher.DispatchOptions & { headers: IncomingHttpHeaders }

interface Head {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
}

/** What an upstream answers: whole where it is short, otherwise as a stream that can be read as soon as its head is there. */
export interface Answer extends Head {
  body: Buffer | Readable
}

export interface StreamedAnswer extends Head {
  body: Readable
}

interface Exchange {
  dispatcher: Dispatcher
  options: Dispatcher.DispatchOptions
  /** Whether its answer is taken as it comes, however slowly its reader reads: it holds no connection to the upstream then. */
  isTakenAhead: boolean
  /** The connection is free again, or broken. */
  onOver: () => void
}

/** Of an answer that is not taken ahead so much is on its way from the upstream to the reader. */
const LITTLE_BYTES = 64 * 1024
const MOST_AHEAD_BYTES = 1024 * 1024
/** Once so much waits for readers, those who read slowly hold connections again: memory is for all. */
const MOST_WAITING_BYTES = 128 * 1024 * 1024

/** What may wait for readers in this process, in bytes. */
let waiting = 0

/** What is known to come in a few pieces: as a stream it would cost the gateway a quarter more (ADR 0048), and it could not be asked for again. */
const isShort = ({ statusCode, headers }: Head): boolean =>
  statusCode === 204 || statusCode === 304 || Number(headers['content-length']) <= LITTLE_BYTES

/** How much of an answer may wait for its reader. More than a little is counted until `giveBack` is called. */
function takeAhead(contentLength: unknown): { bytes: number; giveBack(): void } {
  const length = Number(contentLength)
  // One more than is to come: a buffer that is just full would have the end of the answer wait.
  const bytes = length < MOST_AHEAD_BYTES ? length + 1 : MOST_AHEAD_BYTES
  if (bytes <= LITTLE_BYTES || waiting + bytes > MOST_WAITING_BYTES) return { bytes: LITTLE_BYTES, giveBack() {} }
  waiting += bytes
  return {
    bytes,
    giveBack() {
      waiting -= bytes
    },
  }
}

/** The reader of an answer left before its end. */
const readerLeft = (): Error => Object.assign(new Error('Nobody reads this answer any more'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })

/** Sends one request; resolves with its answer as soon as that can be passed on, rejects when there is none. */
export function exchange(asked: Exchange & { isTakenAhead: false }): Promise<StreamedAnswer>
export function exchange(asked: Exchange): Promise<Answer>
export function exchange({ dispatcher, options, isTakenAhead, onOver }: Exchange): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let body: Readable | undefined
  let short: (Head & { chunks: Buffer[] }) | undefined
  let isOver = false

  function end(): void {
    isOver = true
    onOver()
  }

  dispatcher.dispatch(options, {
    onRequestStart() {},
    onResponseStart(controller, statusCode, headers) {
      // Hints that come before the answer itself.
      if (statusCode < 200) return
      if (isTakenAhead && isShort({ statusCode, headers })) {
        short = { statusCode, headers, chunks: [] }
        return
      }
      const ahead = isTakenAhead ? takeAhead(headers['content-length']) : undefined
      body = new Readable({
        highWaterMark: ahead?.bytes ?? LITTLE_BYTES,
        read: () => controller.resume(),
        destroy(error, done) {
          ahead?.giveBack()
          if (!isOver) controller.abort(error ?? readerLeft())
          done(error)
        },
      })
      // Its reader may have left, so that nobody ever listens.
      body.on('error', () => {})
      resolve({ statusCode, headers, body })
    },
    onResponseData(controller, chunk) {
      if (short) short.chunks.push(chunk)
      else if (!body?.push(chunk)) controller.pause()
    },
    onResponseEnd() {
      end()
      body?.push(null)
      if (short) resolve({ statusCode: short.statusCode, headers: short.headers, body: Buffer.concat(short.chunks) })
    },
    onResponseError(_controller, error) {
      end()
      if (body) body.destroy(error)
      else reject(error)
    },
  })
  return promise
}
