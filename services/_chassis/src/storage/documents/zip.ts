import { inflateRawSync } from 'node:zlib'
import { type Bytes, DamagedFile } from './bytes.ts'

const END_BYTES = 22
const COMMENT_MAX = 0xffff
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
/** In place of a number that stands in the 64-bit form of the same record. */
const ELSEWHERE = 0xffffffff

const signature = (letters: string): Buffer => Buffer.from(`PK${letters}`, 'latin1')
const LOCAL = signature('\x03\x04')
const ENTRY = signature('\x01\x02')
const END = signature('\x05\x06')
const LOCATOR_64 = signature('\x06\x07')
const END_64 = signature('\x06\x06')

/** Where an entry says how large its file is, how large packed, and where it is. */
const UNPACKED = 24
const PACKED = 20
const PLACE = 42
/** The extra field that has these in 64 bits. */
const WIDE = 0x0001
const NOTHING = Buffer.alloc(0)

const STORED = 0
const DEFLATED = 8

const begins = (bytes: Buffer, expected: Buffer): boolean => bytes.subarray(0, expected.length).equals(expected)

export const beginsAsZip = (head: Buffer): boolean => begins(head, LOCAL)

/** What a record says at its place; throws `DamagedFile` when it is no such record. */
async function record(file: Bytes, place: number, length: number, expected: Buffer): Promise<Buffer> {
  const bytes = await file.read(place, length)
  if (!begins(bytes, expected)) throw new DamagedFile('No such record')
  return bytes
}

interface Directory {
  place: number
  entries: number
}

async function directory64(file: Bytes, endAt: number): Promise<Directory> {
  const locator = await record(file, endAt - 20, 20, LOCATOR_64)
  const end = await record(file, Number(locator.readBigUInt64LE(8)), 56, END_64)
  return { place: Number(end.readBigUInt64LE(48)), entries: Number(end.readBigUInt64LE(32)) }
}

async function findDirectory(file: Bytes): Promise<Directory> {
  const length = Math.min(file.size, END_BYTES + COMMENT_MAX)
  const tail = await file.read(file.size - length, length)
  const at = tail.subarray(0, Math.max(0, length - END_BYTES + END.length)).lastIndexOf(END)
  if (at < 0) throw new DamagedFile('No end')
  const end = tail.subarray(at)
  const place = end.readUInt32LE(16)
  return place === ELSEWHERE ? directory64(file, file.size - length + at) : { place, entries: end.readUInt16LE(10) }
}

export interface ZipEntry {
  name: string
  /** Where its own header and then its content are. */
  place: number
  /** Bytes of its content as it is packed. */
  packed: number
}

/** Numbers of an entry in 64 bits, which come in the order of those that say that they are elsewhere. */
function wideNumbers(extra: Buffer, narrow: readonly number[]): number[] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== WIDE) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return narrow.map((number) => {
    if (number !== ELSEWHERE) return number
    if (at + 8 > extra.length) throw new DamagedFile('A number is missing')
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  })
}

/** What a ZIP holds, by its directory; throws `DamagedFile` where that cannot be read. */
export async function* entriesOf(file: Bytes): AsyncGenerator<ZipEntry> {
  const { place, entries } = await findDirectory(file)
  let at = place
  for (let left = entries; left > 0; left--) {
    const entry = await record(file, at, ENTRY_BYTES, ENTRY)
    const [nameBytes, extraBytes] = [entry.readUInt16LE(28), entry.readUInt16LE(30)]
    const name = (await file.read(at + ENTRY_BYTES, nameBytes)).toString()
    const narrow = [UNPACKED, PACKED, PLACE].map((offset) => entry.readUInt32LE(offset))
    const extra = narrow.includes(ELSEWHERE) ? await file.read(at + ENTRY_BYTES + nameBytes, extraBytes) : NOTHING
    const [, packed = 0, place = 0] = wideNumbers(extra, narrow)
    yield { name, place, packed }
    at += ENTRY_BYTES + nameBytes + extraBytes + entry.readUInt16LE(32)
  }
}

/** What a ZIP begins with, whether it has a directory or not. */
export async function firstEntry(file: Bytes): Promise<ZipEntry> {
  const local = await record(file, 0, LOCAL_BYTES, LOCAL)
  const name = (await file.read(LOCAL_BYTES, local.readUInt16LE(26))).toString()
  return { name, place: 0, packed: local.readUInt32LE(18) }
}

/** A file of the ZIP; undefined for one of more than so many bytes, `DamagedFile` for one that cannot be unpacked. */
export async function contentOf(file: Bytes, { place, packed }: ZipEntry, most: number): Promise<Buffer | undefined> {
  if (packed > most) return undefined
  const local = await record(file, place, LOCAL_BYTES, LOCAL)
  const method = local.readUInt16LE(8)
  const raw = await file.read(place + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28), packed)
  if (method === STORED) return raw
  if (method !== DEFLATED) throw new DamagedFile('Packed in another way')
  try {
    return inflateRawSync(raw, { maxOutputLength: most })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw new DamagedFile('Cannot be unpacked', { cause })
  }
}
