import { type Readable, Transform } from 'node:stream'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { AppError } from '../http/errors.ts'
import type { Bytes } from './documents/bytes.ts'

/** The form field does not accept the type of the file, or the content does not match the type. Users see the message. */
export class BadFile extends Error {}

/** Checks a file during its upload. `see` throws or rejects if the file is not accepted. The next chunk waits until `see` resolves. */
export interface Inspector {
  see(chunk: Buffer): unknown
  end?(): void
}

export interface Recognized {
  contentType: string
  /** File extension of the key in the store. */
  extension: string
  /** Maximum size of a file of this type, if it is smaller than the maximum size of the field. */
  maxBytes?: number
  inspectors: readonly Inspector[]
  /** Checks the stored file. Throws if the file is not accepted. Returns a warning for users who open the file, or null. */
  examine?(file: Bytes): Promise<string | null>
}

/** Returns a stream with the data of `source`. The stream fails as soon as an inspector rejects a chunk. */
export function inspected(source: Readable, inspectors: readonly Inspector[]): Readable {
  async function see(chunk: Buffer): Promise<Buffer> {
    for (const inspector of inspectors) {
      const seen = inspector.see(chunk)
      if (seen instanceof Promise) await seen
    }
    return chunk
  }
  const passing = new Transform({
    highWaterMark: 1,
    transform(chunk: Buffer, _encoding, done) {
      see(chunk).then((seen) => done(null, seen), done)
    },
    flush(done) {
      try {
        for (const inspector of inspectors) inspector.end?.()
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  source.once('error', (error) => passing.destroy(error))
  return source.pipe(passing)
}

export function sizeLimit(maxBytes: number, field: string): Inspector {
  let seen = 0
  return {
    see(chunk) {
      seen += chunk.length
      if (seen <= maxBytes) return
      const message = `The file is too large: at most ${Math.floor(maxBytes / MEGABYTE)} MB.`
      throw new AppError('file-too-large', 'too-large', message, { errors: [{ field, message }] })
    },
  }
}
