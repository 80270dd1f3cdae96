import { once } from 'node:events'
import { Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw, createInflateRaw } from 'node:zlib'

/** A text that is kept compressed: a raw deflate stream which ends with a byte, so that another can follow it. */
export interface Packed {
  bytes: Buffer
  /** Of the text, as gzip wants them. */
  crc: number
  size: number
}

const BLOCK = 64 * 1024

/** Compresses a text as it is written. */
export function packer() {
  const deflate = createDeflateRaw()
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  let waiting = ''
  let crc = 0
  let size = 0

  async function pass(): Promise<void> {
    const block = Buffer.from(waiting)
    waiting = ''
    crc = crc32(block, crc)
    size += block.length
    if (!deflate.write(block)) await once(deflate, 'drain')
  }

  return {
    async write(text: string): Promise<void> {
      waiting += text
      if (waiting.length >= BLOCK) await pass()
    },
    async end(): Promise<Packed> {
      await pass()
      const { promise, resolve } = Promise.withResolvers<void>()
      deflate.flush(constants.Z_FULL_FLUSH, resolve)
      await promise
      deflate.destroy()
      return { bytes: Buffer.concat(chunks), crc, size }
    },
  }
}

/** What was packed, in pieces. */
export const unpacked = (bytes: Buffer): Readable => Readable.from([bytes]).pipe(createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }))

/** Its lines, of which no more is held than needs be. */
export async function* linesIn(bytes: Buffer): AsyncIterable<string> {
  let rest = ''
  for await (const piece of unpacked(bytes).setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
