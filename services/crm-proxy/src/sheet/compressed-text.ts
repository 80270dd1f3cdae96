import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, crc32, createDeflateRaw, createInflateRaw } from 'node:zlib'

/** A raw deflate stream that ends with a full flush, so that further blocks can follow. */
export interface CompressedText {
  bytes: Buffer
  /** CRC-32 of the uncompressed text. */
  crc: number
  /** Uncompressed size in bytes. */
  size: number
  /** SHA-256 of the uncompressed text. */
  digest: string
}

/** Text is passed to the compressor when at least this many bytes are collected. */
const FLUSH_BYTES = 32 * 1024
const BLOCK = 64 * 1024

export function textCompressor() {
  const deflate = createDeflateRaw({ finishFlush: constants.Z_FULL_FLUSH })
  const compressed = buffer(deflate)
  const digest = createHash('sha256')
  // All text is written to the same block. If each block were a new buffer, garbage collection would free the buffers only after they use
  // as much memory as the whole text.
  const block = Buffer.allocUnsafe(BLOCK)
  let used = 0
  let rest = ''
  let crc = 0
  let size = 0

  async function pass(bytes: Buffer): Promise<void> {
    digest.update(bytes)
    crc = crc32(bytes, crc)
    size += bytes.length
    const { promise, resolve } = Promise.withResolvers<unknown>()
    deflate.write(bytes, resolve)
    await promise
  }

  async function passAll(): Promise<void> {
    await pass(block.subarray(0, used))
    if (rest) await pass(Buffer.from(rest))
    used = 0
    rest = ''
  }

  return {
    write(text: string): void {
      if (!rest && used + Buffer.byteLength(text) <= BLOCK) used += block.write(text, used)
      else rest += text
    },
    /** Passes the collected text to the compressor. Call it regularly while writing, to limit the memory. */
    async settle(): Promise<void> {
      if (used >= FLUSH_BYTES || rest) await passAll()
    },
    async end(): Promise<CompressedText> {
      await passAll()
      deflate.end()
      return { bytes: await compressed, crc, size, digest: digest.digest('base64url') }
    },
  }
}

export const decompressed = (bytes: Buffer): Readable =>
  Readable.from([bytes]).pipe(createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }))

/** Yields the lines of a compressed text, in linear time even for long lines. */
export async function* linesIn(bytes: Buffer): AsyncIterable<string> {
  let rest = ''
  for await (const piece of decompressed(bytes).setEncoding('utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = piece.split('\n')
    rest += first
    for (const line of others) {
      yield rest
      rest = line
    }
  }
  if (rest) yield rest
}
