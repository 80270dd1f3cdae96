import type { Part } from './archive/parts.ts'
import type { Files } from './files.ts'

/** Number of files that are read in parallel, to hide the store's latency. */
const AT_ONCE = 8

/** Reads files in parallel and yields them in key order. Opens a large file only when it is next: the store closes idle downloads. */
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
