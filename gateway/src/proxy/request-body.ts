import { Transform } from 'node:stream'
import { AppError, uploadAborted } from '@app/chassis/errors.ts'
import type { App } from '@app/chassis/http/app.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import type { FastifyRequest } from 'fastify'
import { tooSlow, watchUploadSpeed } from './upload-speed.ts'

/** What a body that is read whole gets to arrive in, counted in windows of the pace. */
const MOST_WINDOWS = 3

const tooLarge = (limit: number): AppError =>
  new AppError('too-large', 'too-large', `This is larger than ${Math.floor(limit / MEGABYTE)} MB.`)

/**
 * The body as a stream of its own, ended with an error at the byte that is too many, and when its sender leaves, is too
 * slow, or takes longer than this process is still there. When whoever reads it stops, the sender is still read to the end, so that it gets to see the answer.
 */
function boundedBody(request: FastifyRequest, windowMs: number): Transform {
  const { raw: sender, routeOptions, server } = request
  let seen = 0
  const body = new Transform({
    // One chunk: many uploads may wait at once until their service reads on.
    highWaterMark: 1,
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > routeOptions.bodyLimit) done(tooLarge(routeOptions.bodyLimit))
      else done(null, chunk)
    },
  })
  // Nobody may be reading yet, or any more, when it fails.
  body.on('error', () => {})
  const senderLeft = () => {
    if (!sender.complete) body.destroy(uploadAborted())
  }
  sender.once('close', senderLeft)
  sender.once('error', senderLeft)
  const cutOff = () => body.destroy(server.cutOff.reason)
  server.cutOff.addEventListener('abort', cutOff)
  body.once('close', () => {
    server.cutOff.removeEventListener('abort', cutOff)
    sender.unpipe(body)
    sender.resume()
  })
  const isWaiting = () => body.destroyed || !body.writableNeedDrain
  watchUploadSpeed(request, windowMs, isWaiting, () => {
    // One that was answered already gets no second answer.
    if (body.destroyed) sender.destroy()
    else body.destroy(tooSlow())
  })
  return sender.pipe(body)
}

async function readWhole(body: Transform, limitMs: number): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(tooSlow()), limitMs)
  try {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
  }
}

interface BodyParserOptions {
  /** Buffers whole bodies. A buffered body needs no connection to a service while it arrives, and can be sent again. Otherwise it is streamed. */
  whole: boolean
  /** The length of a window in ms, in which a minimum of bytes must arrive. */
  windowMs: number
}

/** Registers a parser for bodies of any content type: it does not parse them, and limits them to the `bodyLimit` of their route. */
export function registerBodyParser(scope: App, { whole, windowMs }: BodyParserOptions): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request: FastifyRequest, _payload, done) => {
    const limit = request.routeOptions.bodyLimit
    if (Number(request.headers['content-length']) > limit) return done(tooLarge(limit))
    const body = boundedBody(request, windowMs)
    if (!whole) return done(null, body)
    readWhole(body, MOST_WINDOWS * windowMs).then((bytes) => done(null, bytes), done)
  })
}
