import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/** The ZIP file can't be imported. The message says why. */
export class RefusedArchive extends Error {
  override name = 'RefusedArchive'
}

export interface ZipEntry {
  path: string
  /** Size of the content in bytes. */
  size: number
  compressedSize: number
  isCompressed: boolean
  /** Position of the entry's local header in the file. */
  offset: number
}

export interface ZipReader {
  entries: ReadonlyMap<string, ZipEntry>
  /** Yields the content of an entry. Throws `RefusedArchive` as soon as it is longer than announced. */
  read(entry: ZipEntry): AsyncGenerator<Buffer>
  close(): Promise<void>
}

const END = 0x06054b50
const END_64 = 0x06064b50
const END_64_LOCATOR = 0x07064b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50

const END_BYTES = 22
const END_64_BYTES = 56
const LOCATOR_BYTES = 20
const CENTRAL_BYTES = 46
const LOCAL_BYTES = 30
const COMMENT_MAX = 65_535
/** Values that the ZIP64 fields replace. */
const MAX_32 = 0xffffffff
const MAX_16 = 0xffff

const [STORED, DEFLATED] = [0, 8]
const ENCRYPTED = 1

const ENTRIES_MAX = 2_000_000
const DIRECTORY_MAX = 1024 * 1024 * 1024
/** Deflate can shrink a file of zeros to a thousandth. Our texts shrink to a tenth. */
const RATIO_MAX = 200
/** Smaller files have no limit of the ratio. */
const RATIO_FROM_BYTES = 1024 * 1024
const CHUNK_BYTES = 256 * 1024

const damaged = (): RefusedArchive => new RefusedArchive('This is not a complete ZIP file.')

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  if (bytesRead !== length) throw damaged()
  return buffer
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged()
  return Number(value)
}

interface Directory {
  count: number
  size: number
  offset: number
}

/** Finds the list of entries, at the end of the file. */
async function findDirectory(file: FileHandle, fileSize: number): Promise<Directory> {
  if (fileSize < END_BYTES) throw damaged()
  const tailSize = Math.min(fileSize, END_BYTES + COMMENT_MAX)
  const tail = await bytesAt(file, fileSize - tailSize, tailSize)
  let at = tailSize - END_BYTES
  while (at >= 0 && !(tail.readUInt32LE(at) === END && tail.readUInt16LE(at + 20) === tailSize - at - END_BYTES)) at -= 1
  if (at < 0) throw damaged()
  const found = { count: tail.readUInt16LE(at + 10), size: tail.readUInt32LE(at + 12), offset: tail.readUInt32LE(at + 16) }
  if (found.count !== MAX_16 && found.size !== MAX_32 && found.offset !== MAX_32) return found
  const locatorAt = fileSize - tailSize + at - LOCATOR_BYTES
  if (locatorAt < 0) throw damaged()
  const locator = await bytesAt(file, locatorAt, LOCATOR_BYTES)
  if (locator.readUInt32LE(0) !== END_64_LOCATOR) throw damaged()
  const end = await bytesAt(file, safeNumber(locator.readBigUInt64LE(8)), END_64_BYTES)
  if (end.readUInt32LE(0) !== END_64) throw damaged()
  return {
    count: safeNumber(end.readBigUInt64LE(32)),
    size: safeNumber(end.readBigUInt64LE(40)),
    offset: safeNumber(end.readBigUInt64LE(48)),
  }
}

/** Returns the ZIP64 values of an entry, in the order of the fields that they replace. */
function zip64Values(extra: Buffer): bigint[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, size] = [extra.readUInt16LE(at), extra.readUInt16LE(at + 2)]
    const values: bigint[] = []
    if (id === 1 && at + 4 + size <= extra.length) {
      for (let value = at + 4; value + 8 <= at + 4 + size; value += 8) values.push(extra.readBigUInt64LE(value))
      return values
    }
    at += 4 + size
  }
  return []
}

/** Refuses names that could leave the folder into which somebody unpacks the file, or that other programs read differently. */
function requireSafePath(path: string): void {
  const parts = path.split('/')
  const isSafe =
    path.length <= 300 && !/[\p{Cc}\\:]/u.test(path) && !path.includes('\uFFFD') && parts.every((part) => !['', '.', '..'].includes(part))
  if (!isSafe) throw new RefusedArchive(`The ZIP file contains a name that is not allowed: ${JSON.stringify(path.slice(0, 100))}.`)
}

function entryAt(directory: Buffer, at: number): { entry: ZipEntry; length: number } {
  if (at + CENTRAL_BYTES > directory.length || directory.readUInt32LE(at) !== CENTRAL) throw damaged()
  const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)]
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
    number,
    number,
    number,
  ]
  const nameAt = at + CENTRAL_BYTES
  const path = directory.toString('utf8', nameAt, nameAt + nameLength)
  requireSafePath(path)
  if (flags & ENCRYPTED) throw new RefusedArchive('The ZIP file is encrypted.')
  if (method !== STORED && method !== DEFLATED)
    throw new RefusedArchive('The ZIP file is compressed in a way that this product does not read.')
  const extended = zip64Values(directory.subarray(nameAt + nameLength, nameAt + nameLength + extraLength))
  const field = (value: number): number => (value === MAX_32 ? safeNumber(extended.shift() ?? BigInt(value)) : value)
  const size = field(directory.readUInt32LE(at + 24))
  const compressedSize = field(directory.readUInt32LE(at + 20))
  const offset = field(directory.readUInt32LE(at + 42))
  if (method === STORED && size !== compressedSize) throw damaged()
  if (size > RATIO_FROM_BYTES && size > compressedSize * RATIO_MAX)
    throw new RefusedArchive(`The file ${path} in the ZIP file expands to more than ${RATIO_MAX} times its size.`)
  const length = CENTRAL_BYTES + nameLength + extraLength + commentLength
  return { entry: { path, size, compressedSize, isCompressed: method === DEFLATED, offset }, length }
}

/** Entries whose data overlap can expand to far more than the ZIP file contains. */
function requireSeparate(entries: readonly ZipEntry[], end: number): void {
  let free = 0
  for (const { offset, compressedSize } of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (offset < free) throw new RefusedArchive('Files in the ZIP file overlap.')
    free = offset + LOCAL_BYTES + compressedSize
  }
  if (free > end) throw damaged()
}

/** Opens a ZIP file with files of at most `totalMax` bytes in total. Reads only the list of entries. Throws `RefusedArchive`. */
export async function openZip(path: string, totalMax: number): Promise<ZipReader> {
  const file = await open(path, 'r')
  try {
    const { size: fileSize } = await file.stat()
    const { count, size, offset } = await findDirectory(file, fileSize)
    if (count > ENTRIES_MAX || size > DIRECTORY_MAX || offset + size > fileSize) throw damaged()
    const directory = await bytesAt(file, offset, size)
    const entries = new Map<string, ZipEntry>()
    const names = new Set<string>()
    let [at, total] = [0, 0]
    for (let index = 0; index < count; index++) {
      const { entry, length } = entryAt(directory, at)
      const name = entry.path.normalize('NFC').toLowerCase()
      if (names.has(name)) throw new RefusedArchive(`The ZIP file contains ${entry.path} twice.`)
      names.add(name)
      entries.set(entry.path, entry)
      at += length
      total += entry.size
    }
    if (total > totalMax) throw new RefusedArchive(`The files in the ZIP file have ${total} bytes. At most ${totalMax} are allowed.`)
    requireSeparate([...entries.values()], offset)
    return { entries, read: (entry) => contentOf(file, entry), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function* contentOf(file: FileHandle, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { path, offset, size, compressedSize, isCompressed } = entry
  const header = await bytesAt(file, offset, LOCAL_BYTES)
  if (header.readUInt32LE(0) !== LOCAL) throw damaged()
  const start = offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  const raw = bytesBetween(file, start, start + compressedSize)
  let length = 0
  for await (const chunk of isCompressed ? inflated(raw) : raw) {
    length += chunk.length
    if (length > size) throw new RefusedArchive(`The file ${path} in the ZIP file is longer than announced.`)
    yield chunk
  }
  if (length !== size) throw damaged()
}

async function* bytesBetween(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += CHUNK_BYTES) yield await bytesAt(file, at, Math.min(CHUNK_BYTES, end - at))
}

async function* inflated(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(raw)
  const inflate = createInflateRaw()
  source.on('error', (error) => inflate.destroy(error))
  try {
    yield* source.pipe(inflate)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_')) throw damaged()
    throw cause
  } finally {
    source.destroy()
  }
}
