import type { Part } from './archive/parts.ts'
import type { Files } from './files.ts'

/** Files that are read at the same time, so that the archive does not wait for the store's latency at each one. */
const AT_ONCE = 8

/**
 * Reads files as parts of an archive, eight at a time, and yields them in the order of their keys. A small file is held in memory
 * until its turn, which bounds the memory to eight small files. A larger one is opened when its turn comes: an open download that
 * nobody reads would be cut off by the idle limit of the store's connections.
 */
export async function* readAhead(keys: AsyncIterable<string>, files: Pick<Files, 'read'>): AsyncGenerator<Part> {
  const reading: Promise<Part>[] = []
  try {
    for await (const key of keys) {
      const part = files.read(key)
      // A failure is thrown when it is the file's turn.
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
