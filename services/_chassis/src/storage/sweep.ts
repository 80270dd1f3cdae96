import type { Logger } from '../logger.ts'
import type { ObjectStore } from './object-store.ts'

/** Older than any upload in flight, so that what is about to be named by a row is left alone. */
const GRACE_MS = 24 * 3_600_000
const BATCH = 500

interface Sweep {
  store: ObjectStore
  /** Everything under it belongs to the calling service. */
  prefix: string
  /** Which of these keys a row names. */
  namedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>
  log: Logger
  now?: Date
}

/** Removes objects that no row names: what a crash between upload and commit left behind. Answers how many. */
export async function sweep({ store, prefix, namedKeys, log, now = new Date() }: Sweep): Promise<number> {
  let removed = 0
  const removeUnnamed = async (keys: string[]): Promise<void> => {
    const named = await namedKeys(keys)
    const orphans = keys.filter((key) => !named.has(key))
    await store.remove(orphans)
    removed += orphans.length
  }

  let batch: string[] = []
  for await (const { key, lastModified } of store.list(prefix)) {
    if (now.getTime() - lastModified.getTime() < GRACE_MS) continue
    batch.push(key)
    if (batch.length === BATCH) {
      await removeUnnamed(batch)
      batch = []
    }
  }
  if (batch.length > 0) await removeUnnamed(batch)
  if (removed > 0) log.info({ removed, prefix }, 'swept files that nothing names')
  return removed
}
