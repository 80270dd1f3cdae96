import { crc32, deflateRawSync } from 'node:zlib'

export interface ZippedFile {
  path: string
  content: Buffer | string
  isCompressed?: boolean
  /** The size that the list of entries announces, if it is a wrong one. */
  announced?: number
  flags?: number
  method?: number
  /** Use the data of this earlier file, so that both entries overlap. */
  dataOf?: number
}

/** Returns a ZIP file, also with names and sizes that libraries refuse to write. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  const offsets: number[] = []
  let offset = 0
  for (const { path, content, isCompressed = false, announced, flags = 0, method = isCompressed ? 8 : 0, dataOf } of files) {
    const plain = Buffer.from(content)
    const data = isCompressed ? deflateRawSync(plain) : plain
    const name = Buffer.from(path)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(plain), 0)
    sizes.writeUInt32LE(data.length, 4)
    sizes.writeUInt32LE(announced ?? plain.length, 8)
    const common = Buffer.alloc(10)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(name.length, 0)
    const at = (dataOf === undefined ? undefined : offsets[dataOf]) ?? offset
    offsets.push(at)
    const position = Buffer.alloc(14)
    position.writeUInt32LE(at, 10)
    central.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), common, sizes, lengths, position, name)
    if (dataOf !== undefined) continue
    const entry = [Buffer.from([0x50, 0x4b, 3, 4]), common, sizes, lengths, name, data]
    local.push(...entry)
    offset += Buffer.concat(entry).length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
