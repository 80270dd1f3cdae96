import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw, createInflateRaw } from 'node:zlib'

/** A text that is kept compressed: a raw deflate stream which ends with a byte, so that another can follow it. */
export interface Packed {
  bytes: Buffer
  /** Of the text, as gzip wants them. */
  crc: number
  size: number
  /** The same for the same text. */
  digest: string
}

/** Less is not worth a call of the compressor. */
const LEAST = 32 * 1024
const BLOCK = 64 * 1024

/** Compresses a text as it is written. */
export function packer() {
  const deflate = createDeflateRaw()
  const digest = createHash('sha256')
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  // One for all, written to at once: whatever lay about until it is collected would take up as much as all of the text.
  const block = Buffer.allocUnsafe(BLOCK)
  let used = 0
  /** What did not fit, behind it. */
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
    /** To be waited for now and then, for what was written is held until then. */
    async settle(): Promise<void> {
      if (used >= LEAST || rest) await passAll()
    },
    async end(): Promise<Packed> {
      await passAll()
      const { promise, resolve } = Promise.withResolvers<void>()
      deflate.flush(constants.Z_FULL_FLUSH, resolve)
      await promise
      deflate.destroy()
      return { bytes: Buffer.concat(chunks), crc, size, digest: digest.digest('base64url') }
    },
  }
}

/** What was packed, in pieces. */
export const unpacked = (bytes: Buffer): Readable => Readable.from([bytes]).pipe(createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }))

/** Yields the lines of a packed text. Looks at each character once, however long a line is. */
export async function* linesIn(bytes: Buffer): AsyncIterable<string> {
  let rest = ''
  for await (const piece of unpacked(bytes).setEncoding('utf8') as AsyncIterable<string>) {
    const [first = '', ...others] = piece.split('\n')
    rest += first
    for (const line of others) {
      yield rest
      rest = line
    }
  }
  if (rest) yield rest
}
