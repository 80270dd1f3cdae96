import { type Bytes, DamagedFile } from './bytes.ts'

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** The header lists this many sectors of the sector table. */
const SECTORS_IN_HEADER = 109
const END_OF_CHAIN = 0xfffffffe
const NO_ENTRY = 0xffffffff
/** Maximum number of directory entries. Real Office files have fewer, including embedded objects. */
const ENTRIES_MAX = 8_192

const MAGIC = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export const beginsAsCompound = (head: Buffer): boolean => head.subarray(0, MAGIC.length).equals(MAGIC)

interface Entry {
  name: string
  type: number
  left: number
  right: number
  child: number
  firstSector: number
  size: number
}

const STREAM = 2
const ROOT = 5

function readEntry(bytes: Buffer): Entry {
  const nameBytes = Math.min(bytes.readUInt16LE(64), 64)
  return {
    name: bytes.toString('utf16le', 0, Math.max(0, nameBytes - 2)).toLowerCase(),
    type: bytes.readUInt8(66),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
    firstSector: bytes.readUInt32LE(116),
    size: bytes.readUInt32LE(120),
  }
}

async function openSectors(file: Bytes) {
  const header = await file.read(0, HEADER_BYTES)
  const shift = header.readUInt16LE(30)
  if (!beginsAsCompound(header) || (shift !== 9 && shift !== 12)) throw new DamagedFile('No header')
  const bytes = 1 << shift
  const perSector = bytes / 4
  const offsetOf = (sector: number): number => (sector + 1) * bytes
  const numberAt = async (sector: number, index: number): Promise<number> =>
    (await file.read(offsetOf(sector) + 4 * index, 4)).readUInt32LE()

  /** Returns sector `index` of the sector table. The header lists the first sectors, and a chain of lists contains the others. */
  async function tableSector(index: number): Promise<number> {
    if (index < SECTORS_IN_HEADER) return header.readUInt32LE(76 + 4 * index)
    const further = index - SECTORS_IN_HEADER
    let list = header.readUInt32LE(68)
    for (let skipped = Math.floor(further / (perSector - 1)); skipped > 0; skipped--) list = await numberAt(list, perSector - 1)
    return numberAt(list, further % (perSector - 1))
  }

  return {
    bytes,
    offsetOf,
    firstOfDirectory: header.readUInt32LE(48),
    /** Returns the next sector of a chain. The caller must have read the given sector, which proves that it is inside the file. */
    next: async (sector: number): Promise<number> => numberAt(await tableSector(Math.floor(sector / perSector)), sector % perSector),
  }
}

export interface Stream {
  /** Offset in the file. Undefined for a small stream, which shares a sector with other streams. */
  offset: number | undefined
}

const SMALL_BYTES = 4_096

/** Returns the top-level streams of an OLE compound file by lower-case name. Throws `DamagedFile` if the directory is invalid. */
export async function topStreams(file: Bytes): Promise<ReadonlyMap<string, Stream>> {
  const { bytes, offsetOf, firstOfDirectory, next } = await openSectors(file)
  const entries: Entry[] = []
  for (let sector = firstOfDirectory; sector !== END_OF_CHAIN; sector = await next(sector)) {
    if (entries.length >= ENTRIES_MAX) throw new DamagedFile('No end of the directory')
    const part = await file.read(offsetOf(sector), bytes)
    for (let at = 0; at < bytes; at += ENTRY_BYTES) entries.push(readEntry(part.subarray(at, at + ENTRY_BYTES)))
  }
  const [root] = entries
  if (root?.type !== ROOT) throw new DamagedFile('No root')

  const streams = new Map<string, Stream>()
  const seen = new Set<number>([NO_ENTRY])
  const waiting = [root.child]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) continue
    seen.add(number)
    const entry = entries[number]
    if (!entry) throw new DamagedFile('No such entry')
    if (entry.type === STREAM) {
      streams.set(entry.name, { offset: entry.size < SMALL_BYTES ? undefined : offsetOf(entry.firstSector) })
    }
    waiting.push(entry.left, entry.right)
  }
  return streams
}
