import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileField } from '@app/contracts/define.ts'
import { v7 as uuidv7 } from 'uuid'
import { AppError } from '../errors.ts'
import { pagedBytes } from './documents/bytes.ts'
import { plainFileName } from './file-name.ts'
import { StoreSilent } from './idle-limit.ts'
import { BadFile, type Inspector, inspected, type Recognized, sizeLimit } from './inspect.ts'
import type { ObjectStore } from './object-store.ts'
import { recognize } from './recognize.ts'

export interface StoredFile {
  key: string
  /** URL without a signature, which works only for a key under `public/`. */
  url: string
  contentType: string
  fileName: string
  size: number
  /** Warning for users who open the file, for example that the file looks damaged. */
  note: string | null
  /** SHA-256 hash in base64url. */
  sha256?: string
  /** Set for a picture if the target has `scale`. */
  scaled?: ScaledPicture
}

/** The dimensions of a picture, and the keys of smaller copies of it. */
export interface ScaledPicture {
  width: number
  height: number
  displayKey: string
  thumbnailKey: string
}

/** Returns the keys of a stored file and its smaller copies. */
export const keysOf = ({ key, scaled }: StoredFile): string[] => (scaled ? [key, scaled.displayKey, scaled.thumbnailKey] : [key])

export interface Target {
  store: ObjectStore
  /** Prefix of keys, such as `public/tasks/`. Each file gets a new unguessable name. */
  prefix: string
  /** If true, the SHA-256 hash of every file is computed. Otherwise, only files of requests with an idempotency key are hashed. */
  hashed?: boolean
  /** Stores smaller copies of a stored picture. Throws a `BadFile` if the picture cannot be decoded. */
  scale?(key: string, signal: AbortSignal): Promise<ScaledPicture>
}

interface Incoming {
  head: Buffer
  body: Readable
  field: FileField
  name: string
  fileName: string
  hashed?: boolean
}

function examineStored(
  examine: NonNullable<Recognized['examine']>,
  { key, size }: Pick<StoredFile, 'key' | 'size'>,
  store: ObjectStore,
  signal: AbortSignal,
): Promise<string | null> {
  const read = async (offset: number, length: number): Promise<Buffer> => {
    signal.throwIfAborted()
    return store.read(key, offset, length)
  }
  return examine(pagedBytes(size, read))
}

/** Runs a check of a stored file. If the check fails, the file is removed. */
async function removedUnless<T>(store: ObjectStore, key: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    // If the store does not respond, the sweep removes the file.
    if (!(error instanceof StoreSilent)) await store.remove([key]).catch(() => {})
    throw error
  }
}

/** Streams a file to the store. Throws a 415 if the field does not accept the type, or a 413 if the file is too large. */
export async function storeFile(
  { head, body, field, name, fileName, hashed = false }: Incoming,
  { store, prefix, scale }: Target,
  signal: AbortSignal,
): Promise<StoredFile> {
  try {
    const plainName = plainFileName(fileName)
    const recognized = await recognize(head, field.kind, plainName)
    if (!recognized) throw new BadFile(field.refusal)
    const { contentType, extension } = recognized
    const key = `${prefix}${uuidv7()}.${extension}`
    const digest = hashed ? createHash('sha256') : undefined
    let size = 0
    const counter: Inspector = {
      see(chunk) {
        size += chunk.length
        digest?.update(chunk)
      },
    }
    const inspectors = [sizeLimit(recognized.maxBytes ?? field.maxBytes, name), ...recognized.inspectors, counter]
    await store.put(key, inspected(body, inspectors), contentType, signal)
    const checked = await removedUnless(store, key, async () => ({
      note: recognized.examine ? await examineStored(recognized.examine, { key, size }, store, signal) : null,
      ...(scale && contentType.startsWith('image/') && { scaled: await scale(key, signal) }),
    }))
    const sha256 = digest && { sha256: digest.digest('base64url') }
    return { key, url: store.publicUrl(key), contentType, fileName: plainName, size, ...checked, ...sha256 }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    throw new AppError('unsupported-file', 'unsupported', error.message, { errors: [{ field: name, message: error.message }] })
  }
}
