import { crc32, deflateRawSync } from 'node:zlib'
import type { CompressedText } from '../sheet/compressed-text.ts'

/** Gzip header (RFC 1952): deflate, no flags, no time, unknown operating system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * Appends the text `end` to a compressed text and returns one gzip member (RFC 1952). The compressed text is not compressed again. For a
 * list of 20,000 customers (4.9 MB), this takes 0.1 ms of CPU time. Compressing the list would take 36 to 50 ms
 * (`npm run bench -- customers`).
 */
export function gzipMember({ bytes, crc, size }: Pick<CompressedText, 'bytes' | 'crc' | 'size'>, end: Buffer): Buffer {
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(end, crc), 0)
  trailer.writeUInt32LE((size + end.length) % 2 ** 32, 4)
  return Buffer.concat([HEADER, bytes, deflateRawSync(end), trailer])
}
