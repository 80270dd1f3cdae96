import { setImmediate as nextTurn } from 'node:timers/promises'
import { PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { BadFile, type Inspector } from '../inspect.ts'
import { avif } from './avif.ts'
import { bmp } from './bmp.ts'
import { gif } from './gif.ts'
import { jpeg } from './jpeg.ts'
import { png } from './png.ts'
import { svgCheck } from './svg.ts'
import { type Walk, Walker } from './walk.ts'
import { webp } from './webp.ts'

/** Number of bytes that are checked in one turn of the event loop. This takes at most a few milliseconds. */
const SLICE_BYTES = 16 * 1024

const walks: Readonly<Record<string, () => Walk>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
  'image/avif': avif,
  'image/bmp': bmp,
}

/** Returns an inspector that rejects a picture if its structure is invalid, if it ends too early, or if it has too many pixels. */
export function pictureCheck(contentType: string): Inspector {
  if (contentType === 'image/svg+xml') return svgCheck()
  const walk = walks[contentType]
  if (!walk) throw new Error(`No check for the content type ${contentType}`)
  const walker = new Walker(walk())
  return {
    async see(chunk) {
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        if (at > 0) await nextTurn()
        walker.see(chunk.subarray(at, at + SLICE_BYTES))
      }
    },
    end() {
      if (!walker.end()) throw new BadFile(PICTURE_DAMAGED)
    },
  }
}
