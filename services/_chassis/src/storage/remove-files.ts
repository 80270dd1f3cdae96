import type { Logger } from '../logger.ts'
import type { ObjectStore } from './object-store.ts'

interface Remove {
  store: ObjectStore
  log: Pick<Logger, 'warn'>
}

/** Removes files that no row names, after the commit or rollback that let go of them. What fails here is left to the daily sweep. */
export async function removeFiles({ store, log }: Remove, keys: readonly string[]): Promise<void> {
  await store.remove(keys).catch((error: unknown) => log.warn({ err: error, keys }, 'could not remove files; the sweep will'))
}
