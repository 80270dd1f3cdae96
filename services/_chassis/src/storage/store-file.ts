import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileField, FileKind } from '@app/contracts/define.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'
import { refusalOfType } from '@app/contracts/rules/media-types.ts'
import { v7 as uuidv7 } from 'uuid'
import { AppError } from '../http/errors.ts'
import { pagedBytes } from './documents/bytes.ts'
import { recognizeDocument } from './documents/recognize.ts'
import { StoreSilent } from './idle-limit.ts'
import { BadFile, type Inspector, inspected, type Recognized, sizeLimit } from './inspect.ts'
import { INCOMING_PREFIX, type ObjectStore } from './object-store.ts'
import { processPicture } from './pictures/process-picture.ts'
import { type ScaledPicture, storeCopies, streamOf } from './pictures/store-copies.ts'
import { recognizeContent } from './recognize-content.ts'
import { sniff, sniffPicture } from './sniff.ts'

async function recognizePicture(head: Buffer, kind: FileKind): Promise<Recognized | undefined> {
  const contentType = await sniff(head, kind)
  const extension = contentType && extensions[contentType]
  return extension ? { contentType, extension, inspectors: [] } : undefined
}

/** Detects a file's type from its first bytes, and for documents also from the name. Returns undefined if `kind` excludes the type. */
async function recognize(head: Buffer, kind: FileKind, fileName: string): Promise<Recognized | undefined> {
  if (kind === 'content') return recognizeContent(head)
  return kind === 'document' ? recognizeDocument(head, fileName) : recognizePicture(head, kind)
}

const LENGTH_MAX = 120

/** Control characters, line and path separators, and characters that change the writing direction and can hide an extension. */
const harmful = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/gu

/** Removes harmful characters from an uploaded file's name, and truncates it to 120 characters. The extension is kept. */
function plainFileName(sent: string): string {
  // Browsers encode a double quote in a file name as `%22`.
  const name = sent.replaceAll('%22', '"').replace(harmful, '').toWellFormed().trim()
  const characters = [...name]
  if (characters.length <= LENGTH_MAX) return name
  const ending = [...(/\.\w{1,10}$/.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, LENGTH_MAX - ending.length), ...ending].join('')
}

export interface StoredFile {
  key: string
  /** URL without a signature, which works only for a key under `public/`. */
  url: string
  contentType: string
  fileName: string
  size: number
  /** Warning for users who open the file, for example that the file looks damaged. */
  note: string | null
  /** SHA-256 hash of the uploaded bytes in base64url. */
  sha256?: string
  /** Set for a picture if the target has `copies` for its field. */
  scaled?: ScaledPicture
}

/** Returns the keys of a stored file and its smaller copies. */
export const keysOf = ({ key, scaled }: StoredFile): string[] => (scaled ? [key, scaled.displayKey, scaled.thumbnailKey] : [key])

export interface Target {
  store: ObjectStore
  /** Prefix of keys, such as `public/tasks/`. Each file gets a new unguessable name. */
  prefix: string
  /** If true, the SHA-256 hash of every file is computed. Otherwise, only files of requests with an idempotency key are hashed. */
  hashed?: boolean
  /** Whether smaller copies of the picture in a form field are stored. Without it, there are no copies. */
  copies?: (field: string) => boolean
}

/** A file in the store, of which only the type and the size are checked. */
export interface ReceivedFile extends Pick<StoredFile, 'contentType' | 'fileName' | 'size' | 'sha256'> {
  key: string
  /** Name of the form field. */
  name: string
  /** If set, the picture must be written again. Until then, it is not public. */
  rewrite?: 'web' | 'mail'
  examine?: Recognized['examine']
}

interface Incoming {
  head: Buffer
  body: Readable
  field: FileField
  name: string
  fileName: string
  hashed?: boolean
}

/** Prefix of pictures until they are written again. The service `company` removes remaining files under `INCOMING_PREFIX` daily. */
const UNPROCESSED_PREFIX = `${INCOMING_PREFIX}forms/`

const rewrites: Partial<Record<FileKind, 'web' | 'mail'>> = { photo: 'web', image: 'web', poster: 'web', 'mail-image': 'mail' }

/** Runs `act`. Converts a `BadFile` to a 415 with the name of the form field. */
async function refusingBadFiles<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    throw new AppError('unsupported-file', 'unsupported', error.message, {
      errors: [{ field: name, message: error.message }],
      cause: error.cause,
    })
  }
}

/** Streams a file to the store. Throws a 415 if the field does not accept the type, or a 413 if the file is too large. */
export function receiveFile(
  { head, body, field, name, fileName, hashed = false }: Incoming,
  { store, prefix }: Omit<Target, 'hashed'>,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  return refusingBadFiles(name, async () => {
    const plainName = plainFileName(fileName)
    const recognized = await recognize(head, field.kind, plainName)
    if (!recognized) throw new BadFile(refusalOfType(field, await sniffPicture(head)))
    const { contentType, extension, examine } = recognized
    const rewrite = rewrites[field.kind]
    const key = `${rewrite ? UNPROCESSED_PREFIX : prefix}${uuidv7()}.${extension}`
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
    return { key, name, contentType, fileName: plainName, size, rewrite, examine, ...(digest && { sha256: digest.digest('base64url') }) }
  })
}

function examineStored(
  examine: NonNullable<Recognized['examine']>,
  { key, size }: ReceivedFile,
  store: ObjectStore,
  signal: AbortSignal,
): Promise<string | null> {
  const read = async (offset: number, length: number): Promise<Buffer> => {
    signal.throwIfAborted()
    return store.read(key, offset, length)
  }
  return examine(pagedBytes(size, read))
}

/** Runs a step with a stored file. If it fails, the file is removed. */
async function removedUnless<T>(store: ObjectStore, key: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    // If the store does not respond, the sweep removes the file.
    if (!(error instanceof StoreSilent)) await store.remove([key]).catch(() => {})
    throw error
  }
}

/** The form field's caller, for whom a picture is processed, and the end of the request. */
export interface Accepting {
  /** Key of the caller. The processes that decode pictures are shared fairly between callers. */
  caller: string
  signal: AbortSignal
}

function withExtension(fileName: string, extension: string): string {
  const stem = fileName.replace(/\.\w{1,10}$/, '')
  return stem === '' ? fileName : `${stem}.${extension}`
}

/** Stores a received picture without its metadata under the target's prefix. */
async function rewritten(
  { key: from, name, size, fileName, sha256 }: ReceivedFile,
  use: 'web' | 'mail',
  { store, prefix, copies }: Target,
  { caller, signal }: Accepting,
): Promise<StoredFile> {
  const rewriting = { bytes: size, open: () => store.get(from), use, caller, signal }
  const { picture, ...stored } = await processPicture(rewriting, async ({ contentType, pictures: [picture = Buffer.alloc(0)] }) => {
    const extension = extensions[contentType] ?? ''
    const key = `${prefix}${uuidv7()}.${extension}`
    await store.put(key, streamOf(picture), contentType, signal)
    return {
      key,
      contentType,
      fileName: withExtension(fileName, extension),
      size: picture.length,
      picture: copies?.(name) ? picture : undefined,
    }
  })
  const file: StoredFile = { ...stored, url: store.publicUrl(stored.key), note: null, ...(sha256 && { sha256 }) }
  if (!picture) return file
  const copying = { bytes: picture.length, open: async () => streamOf(picture), caller, signal }
  return removedUnless(store, file.key, async () => ({ ...file, scaled: await storeCopies(store, prefix, copying) }))
}

/**
 * Checks the content of a received file, and writes pictures again without metadata. Call this after all other checks of a request, because
 * it can take seconds. Throws a 415 if the content does not match the type. The received file is removed if the check fails.
 */
export function acceptFile(received: ReceivedFile, target: Target, accepting: Accepting): Promise<StoredFile> {
  const { key, name, rewrite, examine, contentType, fileName, size, sha256 } = received
  const { store, prefix, copies } = target
  const { signal } = accepting
  return refusingBadFiles(name, () =>
    removedUnless(store, key, async () => {
      if (rewrite) {
        const stored = await rewritten(received, rewrite, target, accepting)
        // If this fails, the sweep removes the file.
        await store.remove([key]).catch(() => {})
        return stored
      }
      const note = examine ? await examineStored(examine, received, store, signal) : null
      const stored: StoredFile = { key, url: store.publicUrl(key), contentType, fileName, size, note, ...(sha256 && { sha256 }) }
      if (!contentType.startsWith('image/')) return stored
      const picture = { bytes: size, open: () => store.get(key), ...accepting }
      if (copies?.(name)) return { ...stored, scaled: await storeCopies(store, prefix, picture) }
      await processPicture({ ...picture, use: 'check' }, async () => {})
      return stored
    }),
  )
}
