import type { Logger } from '@app/chassis/logger.ts'
import type { ObjectStore } from '@app/chassis/storage/object-store.ts'

/** Removes objects that nothing names any more; what fails is left to the sweep. */
export async function removeQuietly(store: ObjectStore, keys: readonly string[], log: Logger): Promise<void> {
  await store.remove(keys).catch((error: unknown) => log.warn({ err: error }, 'could not remove old images; the sweep will'))
}
