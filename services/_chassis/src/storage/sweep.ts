import { type Kysely, sql } from 'kysely'
import type { Logger } from '../logger.ts'
import { startInterval } from '../start-interval.ts'
import { isBackupRunning } from './backup-lock.ts'
import type { ObjectStore } from './object-store.ts'

/** Older than any upload in flight, so that what is about to be named by a row is left alone. */
const GRACE_MS = 24 * 3_600_000
const DAY_MS = 24 * 3_600_000
const LOOK_EVERY_MS = 3_600_000
/** Soon, so that a process which never lives for an hour sweeps as well; not at once, when there is enough to do. */
const FIRST_LOOK_MS = 60_000
const BATCH = 500

/** Creates the table with the time of each prefix's last sweep. Of all replicas, and over restarts, one sweeps a prefix in a day. */
export async function createFileSweepTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table file_sweep (prefix text primary key, started_at timestamptz not null)`.execute(db)
}

export interface Sweep<T> {
  /** The database of the service that owns the objects under the prefixes. It has the table of `createFileSweepTable`. */
  db: Kysely<T>
  store: ObjectStore
  prefixes: readonly string[]
  /** Which of these keys a row names. */
  namedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>
  log: Logger
  now: () => Date
}

/** One a day. What began more than a day ahead was begun before the clock went back. */
async function claim<T>(db: Kysely<T>, prefix: string, now: Date): Promise<boolean> {
  const [yesterday, tomorrow] = [-DAY_MS, DAY_MS].map((ms) => new Date(now.getTime() + ms))
  const { rows } = await sql`
    insert into file_sweep (prefix, started_at) values (${prefix}, ${now})
    on conflict (prefix) do update set started_at = excluded.started_at
      where file_sweep.started_at <= ${yesterday} or file_sweep.started_at > ${tomorrow}
    returning prefix`.execute(db)
  return rows.length > 0
}

async function sweepPrefix<T>({ db, store, namedKeys, log, now }: Sweep<T>, prefix: string, signal: AbortSignal): Promise<number> {
  let removed = 0
  const removeUnnamed = async (keys: string[]): Promise<void> => {
    signal.throwIfAborted()
    const named = await namedKeys(keys)
    const orphans = keys.filter((key) => !named.has(key))
    // The next day's sweep finds them again.
    if (await isBackupRunning(db)) return
    await store.remove(orphans)
    removed += orphans.length
  }

  const oldest = now().getTime() - GRACE_MS
  const abandoned = await store.abortAbandoned(prefix, new Date(oldest))
  if (abandoned > 0) log.info({ abandoned, prefix }, 'ended uploads that were never finished')
  let batch: string[] = []
  for await (const { key, lastModified } of store.list(prefix)) {
    if (lastModified.getTime() > oldest) continue
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

/**
 * Removes objects that no row names, such as a crash between upload and commit leaves behind, and uploads that were never
 * finished, where nobody has in the last day. Answers how many objects.
 */
export async function sweepDue<T>(sweep: Sweep<T>, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const prefix of sweep.prefixes) {
    if (await claim(sweep.db, prefix, sweep.now())) removed += await sweepPrefix(sweep, prefix, signal)
  }
  return removed
}

/** Looks soon and then every hour whether the day's sweep is due. Answers how to stop. */
export const startSweeping = <T>(sweep: Sweep<T>, firstMs = FIRST_LOOK_MS): (() => Promise<void>) =>
  startInterval({ ms: LOOK_EVERY_MS, firstMs, run: (signal) => sweepDue(sweep, signal), name: 'sweeping files', log: sweep.log })
