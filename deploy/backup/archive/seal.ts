import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { byteReader } from './byte-reader.ts'
import { DamagedArchive } from './damaged.ts'

const MAGIC = Buffer.from('palmetto-backup\n')
const FORMAT = 1
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + 2 + SALT_BYTES
const TAG_BYTES = 16
export const KEY_BYTES = 32
/** Bit in the length field of a chunk. It marks the last chunk. */
const LAST = 0x8000_0000
/** Maximum length of a chunk, in bytes. The compressor's chunks are much smaller, so a length above the maximum shows a damaged field. */
const LONGEST_CHUNK = 4 * 1024 * 1024

/** Computes and checks the tag (checksum) of each chunk. The tag covers the chunk's content, index, length and flag `LAST`. */
interface Seal {
  close(index: number, length: Buffer, content: Buffer): { content: Buffer; tag: Buffer }
  /** Returns undefined if the tag does not match. */
  open(index: number, length: Buffer, content: Buffer, tag: Buffer): Buffer | undefined
}

/** Encrypts with AES-256-GCM. The salt makes the key unique for each archive, so the index of a chunk is safe as its nonce. */
function encrypting(header: Buffer, key: Buffer): Seal {
  const secret = Buffer.from(hkdfSync('sha256', key, header.subarray(-SALT_BYTES), MAGIC, KEY_BYTES))
  const nonceOf = (index: number): Buffer => {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64BE(BigInt(index), 4)
    return nonce
  }
  return {
    close(index, length, content) {
      const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(index)).setAAD(Buffer.concat([header, length]))
      return { content: Buffer.concat([cipher.update(content), cipher.final()]), tag: cipher.getAuthTag() }
    },
    open(index, length, content, tag) {
      const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(index), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.concat([header, length])).setAuthTag(tag)
      const opened = decipher.update(content)
      try {
        return Buffer.concat([opened, decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

/** Computes tags without a secret key. The tags detect accidental damage, but not deliberate changes. */
function checking(header: Buffer): Seal {
  const tagOf = (index: number, length: Buffer, content: Buffer): Buffer =>
    createHash('sha256').update(header).update(String(index)).update(length).update(content).digest().subarray(0, TAG_BYTES)
  return {
    close: (index, length, content) => ({ content, tag: tagOf(index, length, content) }),
    open: (index, length, content, tag) => (tagOf(index, length, content).equals(tag) ? content : undefined),
  }
}

const sealOf = (header: Buffer, key: Buffer | undefined): Seal => (key ? encrypting(header, key) : checking(header))

/**
 * Writes a stream as a header and chunks with tags. The tags reveal changed, moved and missing chunks. Encrypts the chunks if a key is
 * given. The first chunk is empty and is used to check the key. The last chunk has the flag `LAST`.
 */
export async function* seal(source: AsyncIterable<Buffer>, key?: Buffer): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, Buffer.from([FORMAT, key ? 1 : 0]), randomBytes(SALT_BYTES)])
  yield header
  const { close } = sealOf(header, key)
  let index = 0
  const chunk = (bytes: Buffer, flag = 0): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE((bytes.length | flag) >>> 0)
    const { content, tag } = close(index++, length, bytes)
    return Buffer.concat([length, content, tag])
  }
  const nothing = Buffer.alloc(0)
  yield chunk(nothing)
  for await (const bytes of source) yield chunk(bytes)
  yield chunk(nothing, LAST)
}

function sealOfHeader(header: Buffer, key: Buffer | undefined): Seal {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new DamagedArchive('This file is not a backup.')
  const [format, isEncrypted] = header.subarray(MAGIC.length)
  if (format !== FORMAT) throw new DamagedArchive(`This release cannot read backups of format ${format}.`)
  if (isEncrypted && !key) throw new DamagedArchive('This backup is encrypted: set BACKUP_KEY to its key.')
  if (!isEncrypted && key)
    throw new DamagedArchive(
      'BACKUP_KEY is set, but this backup is not encrypted. If it is the right file, run the command without BACKUP_KEY.',
    )
  return sealOf(header, key)
}

/** Yields the original stream of an archive. Throws `DamagedArchive` at the first chunk whose tag is wrong. */
export async function* unseal(source: AsyncIterable<Buffer>, key?: Buffer): AsyncGenerator<Buffer> {
  const reader = byteReader(source)
  const { open } = sealOfHeader(await reader.take(HEADER_BYTES), key)
  for (let index = 0; ; index++) {
    const { position } = reader
    const length = await reader.take(4)
    const word = length.readUInt32BE()
    const size = (word & ~LAST) >>> 0
    const damaged = new DamagedArchive(
      index === 0 && key
        ? 'The key is wrong, or the beginning of the backup is damaged.'
        : `The backup is damaged after ${position} bytes.`,
    )
    if (size > LONGEST_CHUNK) throw damaged
    const content = open(index, length, await reader.take(size), await reader.take(TAG_BYTES))
    if (!content) throw damaged
    if (content.length > 0) yield content
    if (word >= LAST) break
  }
  if (!(await reader.isAtEnd()))
    throw new DamagedArchive(`The backup is damaged: there is more data after its end, at byte ${reader.position}.`)
}
