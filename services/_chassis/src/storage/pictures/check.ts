import type { Inspector } from '../inspect.ts'
import { type Walk, walkCheck } from '../walk.ts'
import { avif } from './avif.ts'
import { damaged } from './bad-picture.ts'
import { bmp } from './bmp.ts'
import { gif } from './gif.ts'
import { jpeg } from './jpeg.ts'
import { png } from './png.ts'
import { svgCheck } from './svg.ts'
import { webp } from './webp.ts'

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
  return walkCheck(walk(), damaged)
}
