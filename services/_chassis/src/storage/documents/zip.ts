import { inflateRawSync } from 'node:zlib'
import { type Bytes, DamagedFile } from './bytes.ts'

const END_BYTES = 22
const COMMENT_MAX = 0xffff
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
/** Marks a 32-bit number whose actual value is stored in 64 bits. */
const IN_64_BITS = 0xffffffff

const signature = (letters: string): Buffer => Buffer.from(`PK${letters}`, 'latin1')
const LOCAL = signature('\x03\x04')
const ENTRY = signature('\x01\x02')
const END = signature('\x05\x06')
const LOCATOR_64 = signature('\x06\x07')
const END_64 = signature('\x06\x06')

/** The following constants are offsets in a directory entry: uncompressed size, compressed size, offset of the local header. */
const UNPACKED = 24
const PACKED = 20
const LOCAL_OFFSET = 42
/** Id of the extra field with 64-bit numbers. */
const WIDE = 0x0001
const NOTHING = Buffer.alloc(0)

const STORED = 0
const DEFLATED = 8

const begins = (bytes: Buffer, expected: Buffer): boolean => bytes.subarray(0, expected.length).equals(expected)

export const beginsAsZip = (head: Buffer): boolean => begins(head, LOCAL)

async function record(file: Bytes, offset: number, length: number, expected: Buffer): Promise<Buffer> {
  const bytes = await file.read(offset, length)
  if (!begins(bytes, expected)) throw new DamagedFile('No such record')
  return bytes
}

interface Directory {
  offset: number
  entries: number
}

async function directory64(file: Bytes, endAt: number): Promise<Directory> {
  const locator = await record(file, endAt - 20, 20, LOCATOR_64)
  const end = await record(file, Number(locator.readBigUInt64LE(8)), 56, END_64)
  return { offset: Number(end.readBigUInt64LE(48)), entries: Number(end.readBigUInt64LE(32)) }
}

async function findDirectory(file: Bytes): Promise<Directory> {
  const length = Math.min(file.size, END_BYTES + COMMENT_MAX)
  const tail = await file.read(file.size - length, length)
  const at = tail.subarray(0, Math.max(0, length - END_BYTES + END.length)).lastIndexOf(END)
  if (at < 0) throw new DamagedFile('No end')
  const end = tail.subarray(at)
  const offset = end.readUInt32LE(16)
  return offset === IN_64_BITS ? directory64(file, file.size - length + at) : { offset, entries: end.readUInt16LE(10) }
}

export interface ZipEntry {
  name: string
  /** Offset of the local header, before the content. */
  offset: number
  /** Compressed size, in bytes. */
  packed: number
}

/** Replaces each `IN_64_BITS` in `narrow` by the actual number. The extra field contains the actual numbers in the same order. */
function wideNumbers(extra: Buffer, narrow: readonly number[]): number[] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== WIDE) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return narrow.map((number) => {
    if (number !== IN_64_BITS) return number
    if (at + 8 > extra.length) throw new DamagedFile('A number is missing')
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  })
}

/** Yields the entries of a ZIP file's directory. Throws `DamagedFile` if the directory cannot be read. */
export async function* entriesOf(file: Bytes): AsyncGenerator<ZipEntry> {
  const { offset, entries } = await findDirectory(file)
  let at = offset
  for (let left = entries; left > 0; left--) {
    const entry = await record(file, at, ENTRY_BYTES, ENTRY)
    const [nameBytes, extraBytes] = [entry.readUInt16LE(28), entry.readUInt16LE(30)]
    const name = (await file.read(at + ENTRY_BYTES, nameBytes)).toString()
    const narrow = [UNPACKED, PACKED, LOCAL_OFFSET].map((field) => entry.readUInt32LE(field))
    const extra = narrow.includes(IN_64_BITS) ? await file.read(at + ENTRY_BYTES + nameBytes, extraBytes) : NOTHING
    const [, packed = 0, offset = 0] = wideNumbers(extra, narrow)
    yield { name, offset, packed }
    at += ENTRY_BYTES + nameBytes + extraBytes + entry.readUInt16LE(32)
  }
}

/** Reads the first entry of a ZIP file from its local header, without the directory. */
export async function firstEntry(file: Bytes): Promise<ZipEntry> {
  const local = await record(file, 0, LOCAL_BYTES, LOCAL)
  const name = (await file.read(LOCAL_BYTES, local.readUInt16LE(26))).toString()
  return { name, offset: 0, packed: local.readUInt32LE(18) }
}

/**
 * Returns an entry's decompressed content. Returns undefined if the content has more than `most` bytes, compressed or decompressed. Throws
 * `DamagedFile` if the content cannot be decompressed.
 */
export async function contentOf(file: Bytes, { offset, packed }: ZipEntry, most: number): Promise<Buffer | undefined> {
  if (packed > most) return undefined
  const local = await record(file, offset, LOCAL_BYTES, LOCAL)
  const method = local.readUInt16LE(8)
  const raw = await file.read(offset + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28), packed)
  if (method === STORED) return raw
  if (method !== DEFLATED) throw new DamagedFile('Unknown compression method')
  try {
    return inflateRawSync(raw, { maxOutputLength: most })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw new DamagedFile('Cannot be unpacked', { cause })
  }
}
