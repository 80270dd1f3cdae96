import { skip, take, type Walk } from '../walk.ts'
import { checkDimensions, damaged } from './bad-picture.ts'

const FOURTEEN_BITS = 0x3fff

interface Head {
  bytes: number
  check: (head: Buffer) => void
  isPixels: boolean
}

const heads: Readonly<Record<string, Head>> = {
  'VP8 ': {
    bytes: 10,
    isPixels: true,
    check(head) {
      if (head.readUIntBE(3, 3) !== 0x9d012a) throw damaged()
      checkDimensions(head.readUInt16LE(6) & FOURTEEN_BITS, head.readUInt16LE(8) & FOURTEEN_BITS)
    },
  },
  VP8L: {
    bytes: 5,
    isPixels: true,
    check(head) {
      if (head.readUInt8(0) !== 0x2f) throw damaged()
      const bits = head.readUInt32LE(1)
      checkDimensions((bits & FOURTEEN_BITS) + 1, ((bits >>> 14) & FOURTEEN_BITS) + 1)
    },
  },
  VP8X: { bytes: 10, isPixels: false, check: (head) => checkDimensions(head.readUIntLE(4, 3) + 1, head.readUIntLE(7, 3) + 1) },
  ANMF: { bytes: 16, isPixels: false, check: (head) => checkDimensions(head.readUIntLE(6, 3) + 1, head.readUIntLE(9, 3) + 1) },
}

/** Checks the chunks in the next `bytes` bytes. A frame of an animation contains chunks, but no other frames. */
function* chunks(bytes: number, found: { pixels: boolean }, isInFrame = false): Walk {
  let left = bytes
  while (left > 0) {
    const start = yield take(8)
    const length = start.readUInt32LE(4)
    const padded = length + (length % 2)
    left -= 8 + padded
    if (left < 0) throw damaged()
    const type = start.toString('latin1', 0, 4)
    const head = heads[type]
    if (!head) {
      yield skip(padded)
      continue
    }
    if (length < head.bytes) throw damaged()
    head.check(yield take(head.bytes))
    if (head.isPixels) found.pixels = true
    if (type === 'ANMF' && isInFrame) throw damaged()
    if (type === 'ANMF') yield* chunks(padded - head.bytes, found, true)
    else yield skip(padded - head.bytes)
  }
}

/** Checks a WebP file: a RIFF file of chunks, with pixels. */
export function* webp(): Walk {
  const riff = yield take(12)
  const found = { pixels: false }
  yield* chunks(riff.readUInt32LE(4) - 4, found)
  if (!found.pixels) throw damaged()
}
