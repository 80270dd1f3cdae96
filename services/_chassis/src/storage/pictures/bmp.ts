import { skip, skipToEnd, take, type Walk } from '../walk.ts'
import { checkDimensions, damaged } from './bad-picture.ts'

const FILE_HEADER = 14
/** Size of the oldest header, which stores dimensions in two bytes. All later headers begin like the Windows 3 header. */
const CORE_HEADER = 12
const headers: ReadonlySet<number> = new Set([CORE_HEADER, 40, 52, 56, 64, 108, 124])
/** Methods without compression: plain pixels, or pixels with bit masks. */
const plain: ReadonlySet<number> = new Set([0, 3, 6])

/** Checks a BMP file: a header with the offset of the pixels, and rows that are padded to four bytes. */
export function* bmp(): Walk {
  yield skip(10)
  const offset = (yield take(4)).readUInt32LE(0)
  const length = (yield take(4)).readUInt32LE(0)
  if (!headers.has(length)) throw damaged()
  const head = yield take(length - 4)
  const isCore = length === CORE_HEADER
  const width = isCore ? head.readUInt16LE(0) : head.readInt32LE(0)
  // A negative height means that the rows are stored from top to bottom.
  const height = Math.abs(isCore ? head.readUInt16LE(2) : head.readInt32LE(4))
  checkDimensions(width, height)
  const bits = head.readUInt16LE(isCore ? 6 : 10)
  const isPlain = isCore || plain.has(head.readUInt32LE(12))
  const rows = Math.ceil((bits * width) / 32) * 4 * height
  const pixels = isPlain ? rows : head.readUInt32LE(16)
  const between = offset - FILE_HEADER - length
  if (between < 0 || pixels === 0) throw damaged()
  yield skip(between + pixels)
  yield skipToEnd
}
