import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileField } from '@app/contracts/define.ts'
import { extensions } from '@app/contracts/rules/files.ts'
import { v7 as uuidv7 } from 'uuid'
import { AppError } from '../errors.ts'
import { inspected, pictureCheck, sizeLimit } from './inspect.ts'
import type { ObjectStore } from './object-store.ts'
import { sniff } from './sniff.ts'

export interface StoredFile {
  key: string
  /** Public address when the key is under `public/`. */
  url: string
  contentType: string
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
  /** Whether to take the digest of the bytes. */
  hashed?: boolean
}

/** Streams a file to the store if its bytes are a picture of the kind its field takes (else 415) and no more than it takes (else 413). */
export async function storeFile(
  { head, body, field, name, hashed = false }: Incoming,
  { store, prefix }: Target,
  signal: AbortSignal,
): Promise<StoredFile> {
  const contentType = await sniff(head, field.kind)
  if (!contentType) {
    throw new AppError('unsupported-file', 'unsupported', field.refusal, { errors: [{ field: name, message: field.refusal }] })
  }
  const key = `${prefix}${uuidv7()}.${extensions[contentType]}`
  const digest = hashed ? createHash('sha256') : undefined
  const inspectors = [sizeLimit(field.maxBytes, name), pictureCheck(contentType, name)]
  if (digest) inspectors.push({ see: (chunk) => digest.update(chunk) })
  await store.put(key, inspected(body, inspectors), contentType, signal)
  return { key, url: store.publicUrl(key), contentType, ...(digest && { sha256: digest.digest('base64url') }) }
}
