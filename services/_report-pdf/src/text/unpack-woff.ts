import { inflateSync } from 'node:zlib'

const HEADER = { bytes: 44, flavor: 4, tables: 12 }
const ENTRY = { bytes: 20, offset: 4, packedLength: 8, length: 12, checksum: 16 }
const UNPACKED = { header: 12, entry: 16 }

const padded = (bytes: number): number => Math.ceil(bytes / 4) * 4

/**
 * Unpacks a WOFF file to the OpenType file that it contains. Fontkit also reads WOFF, but it inflates the table of all outlines again for
 * each glyph, so that a report takes three times as long.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(HEADER.tables)
  const header = Buffer.alloc(UNPACKED.header + count * UNPACKED.entry)
  woff.copy(header, 0, HEADER.flavor, HEADER.flavor + 4)
  header.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  header.writeUInt16BE(16 << power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(count * 16 - (16 << power), 10)
  const parts: Buffer[] = [header]
  let end = header.length
  for (let index = 0; index < count; index += 1) {
    const entry = HEADER.bytes + index * ENTRY.bytes
    const offset = woff.readUInt32BE(entry + ENTRY.offset)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + ENTRY.packedLength))
    // A table that doesn't become smaller is stored as it is.
    const table = packed.length === woff.readUInt32BE(entry + ENTRY.length) ? packed : inflateSync(packed)
    const to = UNPACKED.header + index * UNPACKED.entry
    woff.copy(header, to, entry, entry + 4)
    woff.copy(header, to + 4, entry + ENTRY.checksum, entry + ENTRY.checksum + 4)
    header.writeUInt32BE(end, to + 8)
    header.writeUInt32BE(table.length, to + 12)
    parts.push(table, Buffer.alloc(padded(table.length) - table.length))
    end += padded(table.length)
  }
  return Buffer.concat(parts)
}
