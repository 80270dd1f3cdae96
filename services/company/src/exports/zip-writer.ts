import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ZipFile } from 'yazl'

/** A regular file that its owner may write and everybody may read. */
const MODE = 0o100644
/** Short texts are collected, because each chunk of a stream has a cost. */
const CHUNK_LENGTH = 16 * 1024

interface WrittenEntry {
  path: string
  bytes: number
  sha256: string
}

export interface ZipWriter {
  /** The bytes of the ZIP file. Nothing is read from the sources faster than this stream is read. */
  output: Readable
  /** Number of bytes that were written to the output so far. */
  bytes(): number
  /** Adds a file and waits until it is written. Text is compressed; pictures and videos are compressed already. */
  add(path: string, source: AsyncIterable<string | Buffer>, options: { compress: boolean; at: Date }): Promise<WrittenEntry>
  end(): void
}

/** Yields chunks of about the same size. Other work of the process gets a turn after each of them. */
async function* chunked(source: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let text = ''
  for await (const piece of source) {
    if (typeof piece !== 'string') yield piece
    else text += piece
    if (text.length < CHUNK_LENGTH) continue
    yield Buffer.from(text)
    text = ''
    await nextTurn()
  }
  if (text) yield Buffer.from(text)
}

/**
 * Writes a ZIP file of any size (ZIP64), one entry after the other, with at most one chunk in memory. If the output is destroyed, `add`
 * throws.
 */
export function zipWriter(): ZipWriter {
  const zip = new ZipFile()
  let total = 0
  const output = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      done(null, chunk)
    },
  })
  const isClosed = new AbortController()
  // The caller of `add` and the reader of the output get the error. Without a listener, it would end the process.
  output.on('error', () => {})
  output.once('close', () => isClosed.abort(output.errored ?? undefined))
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)

  // The library keeps the function that opens an entry until the end of the file. A function for each entry would keep the entry's stream.
  let next: Readable | undefined
  function openNext(done: (error: unknown, stream: Readable) => void): void {
    const entry = next
    next = undefined
    if (entry) done(null, entry)
  }

  return {
    output,
    bytes: () => total,
    async add(path, source, { compress, at }) {
      const hash = createHash('sha256')
      let bytes = 0
      async function* measured(): AsyncGenerator<Buffer> {
        for await (const chunk of chunked(source)) {
          hash.update(chunk)
          bytes += chunk.length
          yield chunk
        }
      }
      isClosed.signal.throwIfAborted()
      const entry = Readable.from(measured(), { objectMode: false })
      next = entry
      zip.addReadStreamLazy(path, { compress, mode: MODE, mtime: at }, openNext)
      try {
        await finished(entry, { signal: isClosed.signal })
      } catch (error) {
        entry.destroy()
        const cause = error instanceof Error ? error : new Error('The entry was not written')
        output.destroy(cause)
        throw cause
      }
      return { path, bytes, sha256: hash.digest('hex') }
    },
    end: () => zip.end(),
  }
}
