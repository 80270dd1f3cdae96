import type { Part } from './archive/parts.ts'
import type { Files } from './files.ts'

/** Number of files that are read in parallel, so that the archive does not wait for the store's latency for each file. */
const AT_ONCE = 8

/**
 * Reads files as parts of an archive, eight at a time, and yields them in the order of their keys. Small files are buffered, at most
 * eight at a time. A larger file is opened only when it is the next part, because an idle download would run into the store's idle
 * timeout.
 */
export async function* readAhead(keys: AsyncIterable<string>, files: Pick<Files, 'read'>): AsyncGenerator<Part> {
  const reading: Promise<Part>[] = []
  try {
    for await (const key of keys) {
      const part = files.read(key)
      // Prevents an unhandled rejection. The error is thrown below, when the file is the next part.
      part.catch(() => {})
      reading.push(part)
      if (reading.length < AT_ONCE) continue
      const next = await reading.shift()
      if (next) yield next
    }
    for (let next = reading.shift(); next; next = reading.shift()) yield await next
  } finally {
    await Promise.allSettled(reading)
  }
}
