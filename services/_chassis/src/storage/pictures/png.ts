import { skip, take, type Walk } from '../walk.ts'
import { checkDimensions, damaged } from './bad-picture.ts'

const CHECKSUM = 4
const HEADER_BYTES = 13

/** Checks a PNG file: chunks from IHDR to IEND, with image data (IDAT). */
export function* png(): Walk {
  yield skip(8)
  let hasPixels = false
  for (let isFirst = true; ; isFirst = false) {
    const head = yield take(8)
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4)
    if (isFirst !== (type === 'IHDR') || !/^[A-Za-z]{4}$/.test(type)) throw damaged()
    if (type === 'IHDR') {
      if (length !== HEADER_BYTES) throw damaged()
      const size = yield take(8)
      checkDimensions(size.readUInt32BE(0), size.readUInt32BE(4))
      yield skip(HEADER_BYTES - 8 + CHECKSUM)
      continue
    }
    yield skip(length + CHECKSUM)
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') break
  }
  if (!hasPixels) throw damaged()
}
