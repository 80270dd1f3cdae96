import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { byteReader } from './byte-reader.ts'
import { DamagedArchive } from './damaged.ts'

const MAGIC = Buffer.from('palmetto-backup\n')
const FORMAT = 1
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + 2 + SALT_BYTES
const MARK_BYTES = 16
export const KEY_BYTES = 32
/** In the length of a chunk: no other follows it. */
const LAST = 0x8000_0000
/** Chunks are as long as the compressor makes them, which is far less: a damaged length must not have us wait for gigabytes. */
const LONGEST_CHUNK = 4 * 1024 * 1024

/** What each chunk is held against: its place in the row, its length and whether it is the last are part of it. */
interface Seal {
  close(place: number, length: Buffer, content: Buffer): { content: Buffer; mark: Buffer }
  /** Undefined where it is not what was closed. */
  open(place: number, length: Buffer, content: Buffer, mark: Buffer): Buffer | undefined
}

/** AES-256-GCM. The key is this archive's alone, by its salt, so that the place of a chunk will do as its nonce. */
function encrypting(header: Buffer, key: Buffer): Seal {
  const secret = Buffer.from(hkdfSync('sha256', key, header.subarray(-SALT_BYTES), MAGIC, KEY_BYTES))
  const nonceOf = (place: number): Buffer => {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64BE(BigInt(place), 4)
    return nonce
  }
  return {
    close(place, length, content) {
      const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(place)).setAAD(Buffer.concat([header, length]))
      return { content: Buffer.concat([cipher.update(content), cipher.final()]), mark: cipher.getAuthTag() }
    },
    open(place, length, content, mark) {
      const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(place), { authTagLength: MARK_BYTES })
      decipher.setAAD(Buffer.concat([header, length])).setAuthTag(mark)
      const opened = decipher.update(content)
      try {
        return Buffer.concat([opened, decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** No secret: finds what happens by accident, not what somebody does on purpose. */
function checking(header: Buffer): Seal {
  const markOf = (place: number, length: Buffer, content: Buffer): Buffer =>
    createHash('sha256').update(header).update(String(place)).update(length).update(content).digest().subarray(0, MARK_BYTES)
  return {
    close: (place, length, content) => ({ content, mark: markOf(place, length, content) }),
    open: (place, length, content, mark) => (markOf(place, length, content).equals(mark) ? content : undefined),
  }
}

const sealOf = (header: Buffer, key: Buffer | undefined): Seal => (key ? encrypting(header, key) : checking(header))

/**
 * Makes an archive of a stream: a header, and chunks that cannot be changed, moved, left out or cut off without its being seen;
 * encrypted where a key is given. The first chunk is empty and tells whether the key is right, the last one says that it is the last.
 */
export async function* seal(source: AsyncIterable<Buffer>, key?: Buffer): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, Buffer.from([FORMAT, key ? 1 : 0]), randomBytes(SALT_BYTES)])
  yield header
  const { close } = sealOf(header, key)
  let place = 0
  const chunk = (bytes: Buffer, flag = 0): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE((bytes.length | flag) >>> 0)
    const { content, mark } = close(place++, length, bytes)
    return Buffer.concat([length, content, mark])
  }
  const nothing = Buffer.alloc(0)
  yield chunk(nothing)
  for await (const bytes of source) yield chunk(bytes)
  yield chunk(nothing, LAST)
}

function sealOfHeader(header: Buffer, key: Buffer | undefined): Seal {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new DamagedArchive('This is no backup.')
  const [format, isEncrypted] = header.subarray(MAGIC.length)
  if (format !== FORMAT) throw new DamagedArchive(`This backup has format ${format}, which this release does not know.`)
  if (isEncrypted && !key) throw new DamagedArchive('This backup is encrypted: BACKUP_KEY has to be its key.')
  if (!isEncrypted && key)
    throw new DamagedArchive(
      'This backup is not encrypted, so that a BACKUP_KEY says nothing of it: leave that out if it is the right file.',
    )
  return sealOf(header, key)
}

/** The stream that an archive was made of. Throws `DamagedArchive` in the place of the first byte that is not to be trusted. */
export async function* unseal(source: AsyncIterable<Buffer>, key?: Buffer): AsyncGenerator<Buffer> {
  const reader = byteReader(source)
  const { open } = sealOfHeader(await reader.take(HEADER_BYTES), key)
  for (let place = 0; ; place++) {
    const { position } = reader
    const length = await reader.take(4)
    const word = length.readUInt32BE()
    const size = (word & ~LAST) >>> 0
    const damaged = new DamagedArchive(
      place === 0 && key
        ? 'The key is wrong, or the beginning of the backup is damaged.'
        : `The backup is damaged after ${position} bytes.`,
    )
    if (size > LONGEST_CHUNK) throw damaged
    const content = open(place, length, await reader.take(size), await reader.take(MARK_BYTES))
    if (!content) throw damaged
    if (content.length > 0) yield content
    if (word >= LAST) break
  }
  if (!(await reader.isAtEnd())) throw new DamagedArchive(`Something follows the end of the backup, after ${reader.position} bytes.`)
}
