import { DamagedArchive } from './damaged.ts'

export interface ByteReader {
  readonly position: number
  /** Reads exactly `length` bytes. Throws `DamagedArchive` if the stream ends earlier. */
  take(length: number): Promise<Buffer>
  isAtEnd(): Promise<boolean>
}

/** Reads a stream in portions of any length. Buffers at most one chunk of the stream besides the portion that is returned. */
export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let position = 0

  async function more(): Promise<boolean> {
    const { value, done } = await chunks.next()
    if (done) return false
    rest = value
    return true
  }

  return {
    get position() {
      return position
    },
    async take(length) {
      const taken = Buffer.allocUnsafe(length)
      let size = 0
      while (size < length) {
        if (rest.length === 0 && !(await more()))
          throw new DamagedArchive(`The backup is incomplete: it ends after ${position + size} bytes.`)
        const count = rest.copy(taken, size)
        rest = rest.subarray(count)
        size += count
      }
      position += length
      return taken
    },
    async isAtEnd() {
      while (rest.length === 0) if (!(await more())) return true
      return false
    },
  }
}
