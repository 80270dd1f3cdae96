import { crc32, deflateRawSync } from 'node:zlib'
import type { CompressedText } from '../sheet/compressed-text.ts'

/** RFC 1952: deflate, no flags, no time, unknown operating system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * Returns a compressed text and the text that follows it as one gzip member (RFC 1952), without compressing the first one again.
 */
export function gzipMember({ bytes, crc, size }: CompressedText, end: Buffer): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(end, crc), 0)
  trailer.writeUInt32LE((size + end.length) % 2 ** 32, 4)
  return Buffer.concat([HEADER, bytes, deflateRawSync(end), trailer])
}
