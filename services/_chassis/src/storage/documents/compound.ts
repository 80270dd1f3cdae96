import { type Bytes, DamagedFile } from './bytes.ts'

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** How many places of the sector table the header names itself. */
const PLACES_IN_HEADER = 109
const END_OF_CHAIN = 0xfffffffe
const NOBODY = 0xffffffff
/** More than an office's file ever has, embedded objects included. */
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

/** Where sectors are, and which follows which. */
async function openSectors(file: Bytes) {
  const header = await file.read(0, HEADER_BYTES)
  const shift = header.readUInt16LE(30)
  if (!beginsAsCompound(header) || (shift !== 9 && shift !== 12)) throw new DamagedFile('No header')
  const bytes = 1 << shift
  const perSector = bytes / 4
  const placeOf = (sector: number): number => (sector + 1) * bytes
  const numberAt = async (sector: number, index: number): Promise<number> =>
    (await file.read(placeOf(sector) + 4 * index, 4)).readUInt32LE()

  /** The sector that holds the so-manieth part of the sector table. Further ones than the header names are in a chain of lists. */
  async function tableSector(index: number): Promise<number> {
    if (index < PLACES_IN_HEADER) return header.readUInt32LE(76 + 4 * index)
    const further = index - PLACES_IN_HEADER
    let list = header.readUInt32LE(68)
    for (let skipped = Math.floor(further / (perSector - 1)); skipped > 0; skipped--) list = await numberAt(list, perSector - 1)
    return numberAt(list, further % (perSector - 1))
  }

  return {
    bytes,
    placeOf,
    firstOfDirectory: header.readUInt32LE(48),
    /** Only ever asked of a sector that has been read, and so is inside the file. */
    next: async (sector: number): Promise<number> => numberAt(await tableSector(Math.floor(sector / perSector)), sector % perSector),
  }
}

export interface Stream {
  /** Where in the file it begins, where it has sectors of its own: small ones share theirs. */
  place: number | undefined
}

const SMALL_BYTES = 4_096

/** The streams at the top of an OLE compound file, by their names in small letters; throws `DamagedFile` where its directory leads nowhere. */
export async function topStreams(file: Bytes): Promise<ReadonlyMap<string, Stream>> {
  const { bytes, placeOf, firstOfDirectory, next } = await openSectors(file)
  const entries: Entry[] = []
  for (let sector = firstOfDirectory; sector !== END_OF_CHAIN; sector = await next(sector)) {
    if (entries.length >= ENTRIES_MAX) throw new DamagedFile('No end of the directory')
    const part = await file.read(placeOf(sector), bytes)
    for (let at = 0; at < bytes; at += ENTRY_BYTES) entries.push(readEntry(part.subarray(at, at + ENTRY_BYTES)))
  }
  const [root] = entries
  if (root?.type !== ROOT) throw new DamagedFile('No root')

  const streams = new Map<string, Stream>()
  const seen = new Set<number>([NOBODY])
  const waiting = [root.child]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (seen.has(number)) continue
    seen.add(number)
    const entry = entries[number]
    if (!entry) throw new DamagedFile('No such entry')
    if (entry.type === STREAM) {
      streams.set(entry.name, { place: entry.size < SMALL_BYTES ? undefined : placeOf(entry.firstSector) })
    }
    waiting.push(entry.left, entry.right)
  }
  return streams
}
