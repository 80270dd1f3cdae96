import { type Readable, Transform } from 'node:stream'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { AppError } from '../errors.ts'
import type { Bytes } from './documents/bytes.ts'

/** A file is not what its field takes, or goes on otherwise than it begins; says so in a sentence. */
export class BadFile extends Error {}

/** Checks the bytes of a file as they pass; throws or rejects to refuse it. The next chunk waits for a promise. */
export interface Inspector {
  see(chunk: Buffer): unknown
  end?(): void
}

/** What a file is taken for, and how the rest of it is held against that. */
export interface Recognised {
  contentType: string
  /** What its name in the store ends on. */
  extension: string
  inspectors: readonly Inspector[]
  /** Looks at it once it is stored; throws to refuse it, answers what whoever opens it should know. */
  examine?(file: Bytes): Promise<string | null>
}

/** The same stream, failing as soon as an inspector refuses what came through. */
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

/** Refuses by a 413 that names the limit as soon as more than `maxBytes` came through. */
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
