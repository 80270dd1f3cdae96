import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { RefusedArchive, type ZipReader } from '@app/chassis/exports/zip-reader.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'
import type { ExportManifest } from '@app/contracts/export/manifest.ts'
import { extensions } from '@app/contracts/rules/extensions.ts'

/** Prefixes of the keys of files that exports contain. Each belongs to the service whose daily job deletes files without a row. */
const PREFIXES = [
  'public/company/',
  'public/tasks/',
  'public/previews/',
  'public/campaigns/',
  'private/documents/',
  'private/photos/',
] as const

const mediaTypes = new Map(Object.entries(extensions).map(([mediaType, extension]) => [extension, mediaType]))

/** Returns the new key of a file. Keys of an export could be those of other companies' files, so none of them is used. */
function newKey(key: string): string {
  const prefix = PREFIXES.find((known) => key.startsWith(known))
  if (!prefix) throw new RefusedArchive(`The key of a file is not allowed: ${JSON.stringify(key.slice(0, 100))}.`)
  return `${prefix}${randomUUID()}${/\.[a-z0-9]{1,10}$/.exec(key)?.[0] ?? ''}`
}

/** Returns the new key of each file of an export. Throws `RefusedArchive` for keys that no service uses. */
export const newKeysOf = ({ files, missing }: ExportManifest): ReadonlyMap<string, string> =>
  new Map([...files.flatMap(({ key }) => (key === undefined ? [] : [key])), ...missing].map((key) => [key, newKey(key)]))

/**
 * Stores the files of an export under their new keys. After a failure, the files that were stored are removed; those of an import that ends
 * with its process are deleted by the services' daily jobs, because no row refers to them.
 */
export async function importFiles(
  zip: ZipReader,
  { files }: ExportManifest,
  keys: ReadonlyMap<string, string>,
  store: Pick<ObjectStore, 'put' | 'remove'>,
): Promise<{ count: number; remove(): Promise<void> }> {
  const stored: string[] = []
  const remove = async (): Promise<void> => {
    for (let at = 0; at < stored.length; at += 500) await store.remove(stored.slice(at, at + 500))
  }
  try {
    for (const { path, key } of files) {
      const entry = zip.entries.get(path)
      const to = key === undefined ? undefined : keys.get(key)
      if (!entry || to === undefined) continue
      stored.push(to)
      const mediaType = mediaTypes.get(to.slice(to.lastIndexOf('.') + 1)) ?? 'application/octet-stream'
      await store.put(to, Readable.from(zip.read(entry), { objectMode: false }), mediaType, new AbortController().signal)
    }
    return { count: stored.length, remove }
  } catch (error) {
    await remove().catch(() => {})
    throw error
  }
}
