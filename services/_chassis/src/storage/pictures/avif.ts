import { skip, skipToEnd, take, takeOrEnd, type Walk } from '../walk.ts'
import { checkDimensions, damaged } from './bad-picture.ts'

/** Boxes that contain boxes, with the number of bytes before the first inner box. */
const containers: Readonly<Record<string, number>> = { meta: 4, iprp: 0, ipco: 0 }
const SPATIAL_EXTENTS_BYTES = 12
/** Maximum nesting of boxes. Real files nest only three containers: `meta`, `iprp` and `ipco`. */
const DEEPEST = 8

interface Found {
  dimensions: boolean
  data: boolean
}

/** Checks the boxes in the next `bytes` bytes. The outermost boxes continue to the end of the file, so their `bytes` is infinity. */
function* boxes(bytes: number, found: Found, depth = 0): Walk {
  if (depth > DEEPEST) throw damaged()
  const isOutermost = bytes === Number.POSITIVE_INFINITY
  let left = bytes
  while (left > 0) {
    const head = yield isOutermost ? takeOrEnd(8) : take(8)
    if (head.length === 0) return
    const type = head.toString('latin1', 4)
    let size = head.readUInt32BE(0)
    let headBytes = 8
    if (size === 1) {
      size = Number((yield take(8)).readBigUInt64BE())
      headBytes = 16
    }
    if (size === 0) size = left
    if (size < headBytes || size > left) throw damaged()
    left -= size
    yield* box(type, size - headBytes, found, depth)
  }
}

function* box(type: string, bytes: number, found: Found, depth: number): Walk {
  if (type === 'mdat' || type === 'idat') found.data = true
  const before = containers[type]
  if (before !== undefined) {
    if (bytes < before) throw damaged()
    yield skip(before)
    yield* boxes(bytes - before, found, depth + 1)
  } else if (type === 'ispe') {
    if (bytes !== SPATIAL_EXTENTS_BYTES) throw damaged()
    const extents = yield take(SPATIAL_EXTENTS_BYTES)
    checkDimensions(extents.readUInt32BE(4), extents.readUInt32BE(8))
    found.dimensions = true
  } else yield bytes === Number.POSITIVE_INFINITY ? skipToEnd : skip(bytes)
}

/** Checks an AVIF file: it must consist of boxes, with the dimensions (`ispe`) and image data. */
export function* avif(): Walk {
  const found = { dimensions: false, data: false }
  yield* boxes(Number.POSITIVE_INFINITY, found)
  if (!found.dimensions || !found.data) throw damaged()
}
