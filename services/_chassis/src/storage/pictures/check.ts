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

/** Bytes that are walked through in one turn of the event loop: at most as many steps, which take some ms. */
const SLICE_BYTES = 16 * 1024

const walks: Readonly<Record<string, () => Walk>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/gif': gif,
  'image/webp': webp,
  'image/avif': avif,
  'image/bmp': bmp,
}

/** Refuses what only begins like a picture, ends too early, or is of more pixels than a screen should have to hold. */
export function pictureCheck(contentType: string): Inspector {
  if (contentType === 'image/svg+xml') return svgCheck()
  const walk = walks[contentType]
  if (!walk) throw new Error(`There is no way to check ${contentType}`)
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
