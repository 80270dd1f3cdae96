import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileField } from '@app/contracts/define.ts'
import { v7 as uuidv7 } from 'uuid'
import { AppError } from '../errors.ts'
import { pagedBytes } from './documents/bytes.ts'
import { plainFileName } from './file-name.ts'
import { StoreSilent } from './idle-limit.ts'
import { BadFile, type Inspector, inspected, type Recognised, sizeLimit } from './inspect.ts'
import type { ObjectStore } from './object-store.ts'
import { recognise } from './recognise.ts'

export interface StoredFile {
  key: string
  /** Public address when the key is under `public/`. */
  url: string
  contentType: string
  /** As its sender calls it. */
  fileName: string
  /** Bytes. */
  size: number
  /** What whoever opens it should know. */
  note: string | null
  /** Of its bytes, if that was asked for. */
  sha256?: string
}

export interface Target {
  store: ObjectStore
  /** Where files go, such as `public/tasks/`; each gets a new unguessable name under it. */
  prefix: string
}

interface Incoming {
  /** The first bytes of `body`, which tell its type. */
  head: Buffer
  body: Readable
  field: FileField
  /** The field a refusal names. */
  name: string
  fileName: string
  /** Whether to take the digest of the bytes. */
  hashed?: boolean
}

/** Looks at a file where it is stored, and takes it away again when that refuses it. */
async function examineStored(
  examine: NonNullable<Recognised['examine']>,
  { key, size }: Pick<StoredFile, 'key' | 'size'>,
  store: ObjectStore,
  signal: AbortSignal,
): Promise<string | null> {
  const read = async (offset: number, length: number): Promise<Buffer> => {
    signal.throwIfAborted()
    return store.read(key, offset, length)
  }
  try {
    return await examine(pagedBytes(size, read))
  } catch (error) {
    // What is left, since the store does not answer, is the sweep's.
    if (!(error instanceof StoreSilent)) await store.remove([key]).catch(() => {})
    throw error
  }
}

/** Streams a file to the store if it is one that its field takes (else 415) and no larger than it takes (else 413). */
export async function storeFile(
  { head, body, field, name, fileName, hashed = false }: Incoming,
  { store, prefix }: Target,
  signal: AbortSignal,
): Promise<StoredFile> {
  try {
    const plainName = plainFileName(fileName)
    const recognised = await recognise(head, field.kind, plainName)
    if (!recognised) throw new BadFile(field.refusal)
    const { contentType, extension } = recognised
    const key = `${prefix}${uuidv7()}.${extension}`
    const digest = hashed ? createHash('sha256') : undefined
    let size = 0
    const counter: Inspector = {
      see(chunk) {
        size += chunk.length
        digest?.update(chunk)
      },
    }
    const inspectors = [sizeLimit(field.maxBytes, name), ...recognised.inspectors, counter]
    await store.put(key, inspected(body, inspectors), contentType, signal)
    const note = recognised.examine ? await examineStored(recognised.examine, { key, size }, store, signal) : null
    const sha256 = digest && { sha256: digest.digest('base64url') }
    return { key, url: store.publicUrl(key), contentType, fileName: plainName, size, note, ...sha256 }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    throw new AppError('unsupported-file', 'unsupported', error.message, { errors: [{ field: name, message: error.message }] })
  }
}
