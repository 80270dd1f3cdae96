import { Transform } from 'node:stream'
import type { App } from '@app/chassis/http/app.ts'
import { AppError, uploadAborted } from '@app/chassis/http/errors.ts'
import { checkDepth } from '@app/chassis/http/json.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { JSON_BYTES_MAX } from '@app/contracts/rules/body-limits.ts'
import type { FastifyRequest } from 'fastify'
import { tooSlow, watchUploadSpeed } from './upload-speed.ts'

/** A buffered body must arrive completely within this number of time windows (`windowMs`). */
const WINDOWS_MAX = 3

const tooLarge = (limit: number): AppError => {
  const size = limit < MEGABYTE ? `${Math.round(limit / 1_024)} kB` : `${Math.floor(limit / MEGABYTE)} MB`
  return new AppError('too-large', 'too-large', `This is larger than ${size}.`)
}

/**
 * Returns the request body as a stream. The stream fails if the body has more than `bytesMax`, if the client disconnects or sends too slowly, or if the
 * process must exit. The rest of the body is then read and discarded, so that the client can receive the response.
 */
function boundedBody(request: FastifyRequest, bytesMax: number, windowMs: number): Transform {
  const { raw: incoming, routeOptions, server } = request
  let seen = 0
  const body = new Transform({
    // Buffers at most one chunk, because many uploads may wait for their services at the same time.
    highWaterMark: 1,
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > bytesMax) done(tooLarge(routeOptions.bodyLimit))
      else done(null, chunk)
    },
  })
  // An error without a listener would end the process.
  body.on('error', () => {})
  const clientLeft = () => {
    if (!incoming.complete) body.destroy(uploadAborted())
  }
  incoming.once('close', clientLeft)
  incoming.once('error', clientLeft)
  const cutOff = () => body.destroy(server.cutOff.reason)
  server.cutOff.addEventListener('abort', cutOff)
  body.once('close', () => {
    server.cutOff.removeEventListener('abort', cutOff)
    incoming.unpipe(body)
    incoming.resume()
  })
  const isWaiting = () => body.destroyed || !body.writableNeedDrain
  watchUploadSpeed(request, windowMs, isWaiting, () => {
    // The client already got a response, so the only way to end a slow upload is to close the connection.
    if (body.destroyed) incoming.destroy()
    else body.destroy(tooSlow())
  })
  return incoming.pipe(body)
}

/** Reads a body to its end, but keeps only `limit` bytes. Throws a 413 for a longer body, and a 400 for deeply nested JSON. */
async function readWhole(body: Transform, limit: number, limitMs: number): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(tooSlow()), limitMs)
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body) {
      size += (chunk as Buffer).length
      if (size <= limit) chunks.push(chunk as Buffer)
    }
    if (size > limit) throw tooLarge(limit)
    const whole = Buffer.concat(chunks)
    checkDepth(whole)
    return whole
  } finally {
    clearTimeout(timer)
  }
}

interface BodyParserOptions {
  /** Whether bodies are buffered completely. A buffered body needs no upstream connection while it arrives, and can be sent again. */
  whole: boolean
  /** Length in ms of the time windows in which the upload speed is measured. */
  windowMs: number
}

/** Accepts bodies of any content type without parsing them, up to the `bodyLimit` of their route. */
export function registerBodyParser(scope: App, { whole, windowMs }: BodyParserOptions): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request: FastifyRequest, _payload, done) => {
    const limit = request.routeOptions.bodyLimit
    // A client reads the response only after it has sent its body. So bodies up to this size are read although they are too large.
    const bytesMax = whole ? JSON_BYTES_MAX : limit
    if (Number(request.headers['content-length']) > bytesMax) return done(tooLarge(limit))
    const body = boundedBody(request, bytesMax, windowMs)
    if (!whole) return done(null, body)
    readWhole(body, limit, WINDOWS_MAX * windowMs).then((bytes) => done(null, bytes), done)
  })
}
