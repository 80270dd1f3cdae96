import { PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { BadFile } from '../inspect.ts'
import { checkDimensions } from './dimensions.ts'

const FILE_HEADER_BYTES = 14
/** Size of the oldest header, which stores dimensions in two bytes. All later headers begin like the Windows 3 header. */
const CORE_HEADER_BYTES = 12
const headerSizes: ReadonlySet<number> = new Set([CORE_HEADER_BYTES, 40, 52, 56, 64, 108, 124])
const [PLAIN, MASKED] = [0, 3]

export interface Pixels {
  data: Uint8Array
  width: number
  height: number
  channels: 3 | 4
}

export const isBmp = (input: Buffer): boolean => input.toString('latin1', 0, 2) === 'BM'

/** Returns a function that reads the value of a color in 0 to 255 from the bits of a mask. */
function maskReader(mask: number): (pixel: number) => number {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
  const max = mask >>> shift || 1
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / max)
}

interface Header {
  width: number
  height: number
  isTopDown: boolean
  bits: number
  pixelsAt: number
  palette: Buffer
  paletteBytes: 3 | 4
  masks: [red: number, green: number, blue: number]
}

function readHeader(input: Buffer): Header {
  const size = input.readUInt32LE(FILE_HEADER_BYTES)
  if (!headerSizes.has(size)) throw new BadFile(PICTURE_DAMAGED)
  const isCore = size === CORE_HEADER_BYTES
  const [width, signedHeight] = isCore ? [input.readUInt16LE(18), input.readUInt16LE(20)] : [input.readInt32LE(18), input.readInt32LE(22)]
  const bits = input.readUInt16LE(isCore ? 24 : 28)
  const compression = isCore ? PLAIN : input.readUInt32LE(30)
  // Programs that write compressed BMP files are rare.
  if (compression !== PLAIN && compression !== MASKED) throw new BadFile(PICTURE_DAMAGED)
  const masksAt = FILE_HEADER_BYTES + 40
  const masks: Header['masks'] =
    compression === MASKED
      ? [input.readUInt32LE(masksAt), input.readUInt32LE(masksAt + 4), input.readUInt32LE(masksAt + 8)]
      : bits === 16
        ? [0x7c00, 0x3e0, 0x1f]
        : [0xff0000, 0xff00, 0xff]
  const pixelsAt = input.readUInt32LE(10)
  const palette = input.subarray(FILE_HEADER_BYTES + size, Math.max(pixelsAt, FILE_HEADER_BYTES + size))
  // A negative height means that the rows are stored from top to bottom.
  const height = Math.abs(signedHeight)
  return { width, height, isTopDown: signedHeight < 0, bits, pixelsAt, palette, paletteBytes: isCore ? 3 : 4, masks }
}

/** Decodes an uncompressed BMP file, which libvips cannot decode. Throws a `BadFile` if it is damaged. */
export function decodeBmp(input: Buffer): Pixels {
  if (input.length < FILE_HEADER_BYTES + 40) throw new BadFile(PICTURE_DAMAGED)
  const { width, height, isTopDown, bits, pixelsAt, palette, paletteBytes, masks } = readHeader(input)
  checkDimensions(width, height)
  const rowBytes = Math.ceil((bits * width) / 32) * 4
  if (![1, 4, 8, 16, 24, 32].includes(bits) || pixelsAt + rowBytes * height > input.length) throw new BadFile(PICTURE_DAMAGED)
  const [red, green, blue] = [maskReader(masks[0]), maskReader(masks[1]), maskReader(masks[2])]
  const data = Buffer.alloc(width * height * 3)
  const perByte = 8 / bits
  let to = 0
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + rowBytes * (isTopDown ? y : height - 1 - y)
    for (let x = 0; x < width; x++, to += 3) {
      if (bits <= 8) {
        const byte = input[row + Math.floor(x / perByte)] ?? 0
        const color = ((byte >> (8 - bits * ((x % perByte) + 1))) & ((1 << bits) - 1)) * paletteBytes
        data[to] = palette[color + 2] ?? 0
        data[to + 1] = palette[color + 1] ?? 0
        data[to + 2] = palette[color] ?? 0
      } else if (bits === 24) {
        data[to] = input[row + 3 * x + 2] ?? 0
        data[to + 1] = input[row + 3 * x + 1] ?? 0
        data[to + 2] = input[row + 3 * x] ?? 0
      } else {
        const pixel = bits === 16 ? input.readUInt16LE(row + 2 * x) : input.readUInt32LE(row + 4 * x)
        data[to] = red(pixel)
        data[to + 1] = green(pixel)
        data[to + 2] = blue(pixel)
      }
    }
  }
  return { data, width, height, channels: 3 }
}
