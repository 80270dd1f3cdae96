const PAGE_BYTES = 64 * 1024
/** What one file holds in memory while it is looked at. */
const PAGES_HELD = 8
/** Nothing that is what it should be is so scattered that its structure takes more; what was made to be is not read on. */
const PAGES_READ = 256

/** A file's structure leads nowhere. */
export class DamagedFile extends Error {}

/** A whole file, of which any place can be read. */
export interface Bytes {
  readonly size: number
  /** Exactly these bytes; throws `DamagedFile` where the file has none. */
  read(offset: number, length: number): Promise<Buffer>
}

/** Reads a file by pages, each once as long as it is not too far back. */
export function pagedBytes(size: number, fetch: (offset: number, length: number) => Promise<Buffer>): Bytes {
  const held = new Map<number, Buffer>()
  let fetched = 0

  async function page(number: number): Promise<Buffer> {
    const known = held.get(number)
    if (known) return known
    if (++fetched > PAGES_READ) throw new DamagedFile('Too scattered')
    const offset = number * PAGE_BYTES
    const bytes = await fetch(offset, Math.min(PAGE_BYTES, size - offset))
    held.set(number, bytes)
    const [oldest] = held.keys()
    if (held.size > PAGES_HELD && oldest !== undefined) held.delete(oldest)
    return bytes
  }

  return {
    size,
    async read(offset, length) {
      const end = offset + length
      if (!(offset >= 0 && length >= 0 && end <= size)) throw new DamagedFile('There is nothing at that place')
      const parts: Buffer[] = []
      for (let at = offset; at < end; ) {
        const within = at % PAGE_BYTES
        const part = (await page((at - within) / PAGE_BYTES)).subarray(within, within + end - at)
        if (part.length === 0) throw new DamagedFile('Shorter than it was')
        parts.push(part)
        at += part.length
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    },
  }
}
