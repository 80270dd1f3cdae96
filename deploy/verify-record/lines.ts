/** Maximum length of a line in bytes. A record has less than 1 kB. */
const LINE_MAX = 1024 * 1024
const LINE_FEED = 0x0a

interface Line {
  /** The bytes before the line feed. A carriage return belongs to them. */
  bytes: Buffer
  /** False for the rest of a file that does not end with a line feed. */
  isEnded: boolean
}

/** Splits a file at line feeds, and changes no byte of the lines. Throws if a line is longer than 1 MiB. */
export async function* linesOf(file: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array): void => {
    length += part.length
    if (length > LINE_MAX) throw new Error(`The file has a line with more than ${LINE_MAX} bytes, so it is not an exported record.`)
    parts.push(part)
  }
  for await (const chunk of file) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      yield { bytes: Buffer.concat(parts), isEnded: true }
      parts = []
      length = 0
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (length > 0) yield { bytes: Buffer.concat(parts), isEnded: false }
}
