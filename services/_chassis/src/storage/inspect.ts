import { type Readable, Transform } from 'node:stream'
import { MEGABYTE } from '@app/contracts/primitives.ts'
import { PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { AppError } from '../errors.ts'
import { avif } from './pictures/avif.ts'
import { BadPicture } from './pictures/bad-picture.ts'
import { gif } from './pictures/gif.ts'
import { jpeg } from './pictures/jpeg.ts'
import { png } from './pictures/png.ts'
import { type Walk, Walker } from './pictures/walk.ts'
import { webp } from './pictures/webp.ts'

/** Looks at the bytes of a file as they pass; throws to refuse it. */
interface Inspector {
  see(chunk: Buffer): unknown
  end?(): void
}

/** The same stream, failing as soon as an inspector refuses what came through. */
export function inspected(source: Readable, inspectors: readonly Inspector[]): Readable {
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        for (const inspector of inspectors) inspector.see(chunk)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
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

const walks: Readonly<Record<string, () => Walk>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
  'image/avif': avif,
}

/** Refuses what only begins like a picture, ends too early, or is of more pixels than a screen should have to hold. */
export function pictureCheck(contentType: string, field: string): Inspector {
  const walk = walks[contentType]
  if (!walk) throw new Error(`There is no way to check ${contentType}`)
  const refuse = (message: string) => new AppError('unsupported-file', 'unsupported', message, { errors: [{ field, message }] })
  const walker = new Walker(walk())
  const refusing = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw error instanceof BadPicture ? refuse(error.message) : error
    }
  }
  return {
    see: (chunk) => refusing(() => walker.see(chunk)),
    end() {
      if (!refusing(() => walker.end())) throw refuse(PICTURE_DAMAGED)
    },
  }
}
