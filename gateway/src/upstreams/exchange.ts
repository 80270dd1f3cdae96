import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

export type UpstreamRequest = Dispatcher.DispatchOptions & { headers: IncomingHttpHeaders }

interface Head {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
}

/** The response of an upstream. A short body is a buffer. A longer body is a stream, which starts when the headers have arrived. */
export interface UpstreamResponse extends Head {
  body: Buffer | Readable
}

export interface StreamedResponse extends Head {
  body: Readable
}

interface Exchange {
  dispatcher: Dispatcher
  options: Dispatcher.DispatchOptions
  /** Whether the body is read ahead into memory, so that a slow client does not keep the upstream connection busy. */
  isReadAhead: boolean
  /** Called when the connection is free again or has failed. */
  onOver: () => void
}

/** Buffer size of responses that are not read ahead, and maximum size of responses that are buffered completely. */
const SMALL_BYTES = 64 * 1024
const READ_AHEAD_MAX_BYTES = 1024 * 1024
/** Maximum total size of the read-ahead buffers. Above this size, slow clients keep their upstream connections busy. */
const TOTAL_READ_AHEAD_MAX_BYTES = 128 * 1024 * 1024

let reservedBytes = 0

/**
 * Whether a response is buffered completely. Streaming a short response takes a quarter more CPU time. When a part of a response has been
 * forwarded, the request cannot be retried (docs/decisions/http-and-gateway.md).
 */
const isShort = ({ statusCode, headers }: Head): boolean =>
  statusCode === 204 || statusCode === 304 || Number(headers['content-length']) <= SMALL_BYTES

/** Reserves memory for reading a response ahead. Small buffers do not count toward the total. */
function reserveReadAhead(contentLength: unknown): { bytes: number; release(): void } {
  const length = Number(contentLength)
  // One byte more than the content, because a full buffer would delay the end of the response.
  const bytes = length < READ_AHEAD_MAX_BYTES ? length + 1 : READ_AHEAD_MAX_BYTES
  if (bytes <= SMALL_BYTES || reservedBytes + bytes > TOTAL_READ_AHEAD_MAX_BYTES) return { bytes: SMALL_BYTES, release() {} }
  reservedBytes += bytes
  return {
    bytes,
    release() {
      reservedBytes -= bytes
    },
  }
}

const clientDisconnected = (): Error =>
  Object.assign(new Error('The client disconnected before the end of the response'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })

/** Sends a request. Resolves when the response can be forwarded. Rejects if there is no response. */
export function exchange(request: Exchange & { isReadAhead: false }): Promise<StreamedResponse>
export function exchange(request: Exchange): Promise<UpstreamResponse>
export function exchange({ dispatcher, options, isReadAhead, onOver }: Exchange): Promise<UpstreamResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>()
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
      // Informational responses (1xx), such as early hints, are ignored.
      if (statusCode < 200) return
      if (isReadAhead && isShort({ statusCode, headers })) {
        short = { statusCode, headers, chunks: [] }
        return
      }
      const ahead = isReadAhead ? reserveReadAhead(headers['content-length']) : undefined
      body = new Readable({
        highWaterMark: ahead?.bytes ?? SMALL_BYTES,
        read: () => controller.resume(),
        destroy(error, done) {
          ahead?.release()
          if (!isOver) controller.abort(error ?? clientDisconnected())
          done(error)
        },
      })
      // Without this listener, an error after the client disconnected would end the process.
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
