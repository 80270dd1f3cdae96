import type { Readable } from 'node:stream'
import type { FileField } from '@app/contracts/define.ts'
import { extensions } from '@app/contracts/rules/files.ts'
import { v7 as uuidv7 } from 'uuid'
import { AppError } from '../errors.ts'
import { limitedTo } from './head.ts'
import type { ObjectStore } from './object-store.ts'
import { sniff } from './sniff.ts'

export interface StoredFile {
  key: string
  /** Public address when the key is under `public/`. */
  url: string
  contentType: string
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
}

/** Streams a file to the store if its bytes are of the kind its field takes (else 415) and no more than it takes (else 413). */
export async function storeFile(
  { head, body, field, name }: Incoming,
  { store, prefix }: Target,
  signal: AbortSignal,
): Promise<StoredFile> {
  const contentType = await sniff(head, field.kind)
  if (!contentType) {
    throw new AppError('unsupported-file', 'unsupported', field.refusal, { errors: [{ field: name, message: field.refusal }] })
  }
  const key = `${prefix}${uuidv7()}.${extensions[contentType]}`
  await store.put(key, limitedTo(body, field.maxBytes, name), contentType, signal)
  return { key, url: store.publicUrl(key), contentType }
}
