import { type Kysely, sql } from 'kysely'
import type { Logger } from '../logging/logger.ts'
import { startInterval } from '../time/start-interval.ts'
import { isBackupRunning } from './backup-lock.ts'
import type { ObjectStore } from './object-store.ts'

/** Minimum age of removed objects. No row refers to an object during its upload, so the age must exceed the duration of any upload. */
const GRACE_MS = 24 * 3_600_000
const DAY_MS = 24 * 3_600_000
const CHECK_EVERY_MS = 3_600_000
/** Delay of the first check. It is short, so that a process sweeps even if it is often restarted. */
const FIRST_CHECK_MS = 60_000
const BATCH = 500

/** Creates the table with the time of each prefix's last sweep, so that only one replica sweeps a prefix per day. */
export async function createFileSweepTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table file_sweep (prefix text primary key, started_at timestamptz not null)`.execute(db)
}

export interface Sweep<T> {
  db: Kysely<T>
  store: ObjectStore
  prefixes: readonly string[]
  namedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>
  log: Logger
  now: () => Date
}

/**
 * Claims a prefix. Returns false if the prefix was claimed in the last 24 h. A claim whose time is more than 24 h in the future is ignored,
 * because it was stored before the clock was set back.
 */
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
    if (await isBackupRunning(db)) return
    await store.remove(orphans)
    removed += orphans.length
  }

  const oldest = now().getTime() - GRACE_MS
  const abandoned = await store.abortAbandoned(prefix, new Date(oldest))
  if (abandoned > 0) log.info({ abandoned, prefix }, 'aborted uploads that were never finished')
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
  if (removed > 0) log.info({ removed, prefix }, 'removed files to which no row refers')
  return removed
}

/** Daily sweep: removes objects without a reference, and aborts unfinished uploads. Returns the number of removed objects. */
export async function sweepDue<T>(sweep: Sweep<T>, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const prefix of sweep.prefixes) {
    if (await claim(sweep.db, prefix, sweep.now())) removed += await sweepPrefix(sweep, prefix, signal)
  }
  return removed
}

export const startSweeping = <T>(sweep: Sweep<T>, firstMs = FIRST_CHECK_MS): (() => Promise<void>) =>
  startInterval({ ms: CHECK_EVERY_MS, firstMs, run: (signal) => sweepDue(sweep, signal), name: 'sweeping files', log: sweep.log })
