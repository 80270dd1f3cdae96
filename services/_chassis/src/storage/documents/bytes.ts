const PAGE_BYTES = 64 * 1024
const PAGES_CACHED = 8
/** Maximum number of pages that are read. Valid files need fewer pages, but a file can be crafted to need more. */
const PAGES_READ_MAX = 256

export class DamagedFile extends Error {}

export interface Bytes {
  readonly size: number
  /** Reads exactly `length` bytes. Throws `DamagedFile` if the range is outside of the file. */
  read(offset: number, length: number): Promise<Buffer>
}

/** Returns random access to a file. It reads pages of 64 kB and caches the last 8 pages. */
export function pagedBytes(size: number, fetch: (offset: number, length: number) => Promise<Buffer>): Bytes {
  const cached = new Map<number, Buffer>()
  let fetched = 0

  async function page(number: number): Promise<Buffer> {
    const known = cached.get(number)
    if (known) return known
    if (++fetched > PAGES_READ_MAX) throw new DamagedFile('Too scattered')
    const offset = number * PAGE_BYTES
    const bytes = await fetch(offset, Math.min(PAGE_BYTES, size - offset))
    cached.set(number, bytes)
    const [oldest] = cached.keys()
    if (cached.size > PAGES_CACHED && oldest !== undefined) cached.delete(oldest)
    return bytes
  }

  return {
    size,
    async read(offset, length) {
      const end = offset + length
      if (!(offset >= 0 && length >= 0 && end <= size)) throw new DamagedFile('The range is outside of the file')
      const parts: Buffer[] = []
      for (let at = offset; at < end; ) {
        const within = at % PAGE_BYTES
        const part = (await page((at - within) / PAGE_BYTES)).subarray(within, within + end - at)
        if (part.length === 0) throw new DamagedFile('The file is shorter than its size')
        parts.push(part)
        at += part.length
      }
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    },
  }
}
