import { addAbortSignal, Readable, Transform } from 'node:stream'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { AppError } from '../errors.ts'

/** Reads the first `bytes` of a stream, and gives back the whole of it as a new one. */
export async function peek(source: Readable, bytes: number, signal: AbortSignal): Promise<{ head: Buffer; body: Readable }> {
  addAbortSignal(signal, source)
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  const held: Buffer[] = []
  let size = 0
  while (size < bytes) {
    const { value, done } = await chunks.next()
    if (done) break
    held.push(value)
    size += value.length
  }
  const head = Buffer.concat(held)
  async function* whole() {
    if (head.length > 0) yield head
    for (;;) {
      const { value, done } = await chunks.next()
      if (done) return
      yield value
    }
  }
  return { head: head.subarray(0, bytes), body: Readable.from(whole(), { objectMode: false }) }
}

/** The same stream, failing with a 413 that names the limit as soon as more than `maxBytes` came through. */
export function limitedTo(source: Readable, maxBytes: number, field: string): Readable {
  let seen = 0
  const limiter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen <= maxBytes) return done(null, chunk)
      const message = `The file is too large: at most ${Math.floor(maxBytes / MEGABYTE)} MB.`
      done(new AppError('file-too-large', 'too-large', message, { errors: [{ field, message }] }))
    },
  })
  source.once('error', (error) => limiter.destroy(error))
  return source.pipe(limiter)
}
