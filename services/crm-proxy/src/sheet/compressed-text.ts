import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, crc32, createDeflateRaw, createInflateRaw } from 'node:zlib'

/** A text that is stored compressed: a raw deflate stream that ends with a full flush, so that further blocks can follow. */
export interface CompressedText {
  bytes: Buffer
  /** CRC-32 of the text. */
  crc: number
  /** Bytes of the text. */
  size: number
}

/** Characters that are collected before they are passed to the compressor. */
const BLOCK_LENGTH = 64 * 1024

/** Compresses a text as it is written. */
export function textCompressor() {
  const deflate = createDeflateRaw({ finishFlush: constants.Z_FULL_FLUSH })
  const compressed = buffer(deflate)
  let pending = ''
  let crc = 0
  let size = 0

  async function pass(): Promise<void> {
    const bytes = Buffer.from(pending)
    pending = ''
    crc = crc32(bytes, crc)
    size += bytes.length
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }

  return {
    write(text: string): void {
      pending += text
    },
    /** Passes the collected text to the compressor. To be awaited now and then, which bounds the memory. */
    async settle(): Promise<void> {
      if (pending.length >= BLOCK_LENGTH) await pass()
    },
    async end(): Promise<CompressedText> {
      await pass()
      deflate.end()
      return { bytes: await compressed, crc, size }
    },
  }
}

/** Decompresses a text as it is read. */
export const decompressed = (bytes: Buffer): Readable =>
  Readable.from([bytes]).pipe(createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }))

/** Yields the lines of a compressed text. Reads each character once, however long a line is. */
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
