import { type Readable, Transform } from 'node:stream'
import { AppError, uploadAborted } from '@app/chassis/errors.ts'
import type { App } from '@app/chassis/http/app.ts'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import type { FastifyRequest } from 'fastify'

const tooLarge = (limit: number): AppError =>
  new AppError('too-large', 'too-large', `This is larger than ${Math.floor(limit / MEGABYTE)} MB.`)

/**
 * The body as a stream of its own, ended with an error at the byte that is too many. When whoever reads it stops, the
 * sender is still read to the end, so that it gets to see the answer.
 */
function boundedBody(sender: Readable & { complete?: boolean }, limit: number): Readable {
  let seen = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > limit) done(tooLarge(limit))
      else done(null, chunk)
    },
  })
  const senderLeft = () => {
    if (!sender.complete) body.destroy(uploadAborted())
  }
  sender.once('close', senderLeft)
  sender.once('error', senderLeft)
  body.once('close', () => {
    sender.unpipe(body)
    sender.resume()
  })
  return sender.pipe(body)
}

/** Bodies of any type go through as they come, unparsed, up to the `bodyLimit` of their route. */
export function passBodiesThrough(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request: FastifyRequest, payload, done) => {
    const limit = request.routeOptions.bodyLimit
    if (Number(request.headers['content-length']) > limit) done(tooLarge(limit))
    else done(null, boundedBody(payload, limit))
  })
}
