import type { Kysely } from 'kysely'
import { listen } from '../db/listen.ts'
import { schemaOf } from '../db/migrate.ts'
import type { Logger } from '../logging/logger.ts'
import { startInterval } from '../time/start-interval.ts'
import { workChannel } from './queue.ts'
import { purgeWork } from './work-table.ts'
import type { Worker } from './worker.ts'

interface WorkersOptions<T> {
  db: Kysely<T>
  databaseUrl: string
  /** Name of the service. */
  service: string
  workers: readonly Worker[]
  log: Logger
}

const PURGE_MS = 60 * 60_000

/** Wakes the workers of a service when work is added, and deletes old work. Returns a function that also stops the workers. */
export function serveWorkers<T>({ db, databaseUrl: url, service, workers, log }: WorkersOptions<T>): () => Promise<void> {
  const wake = () => {
    for (const worker of workers) worker.wake()
  }
  const listening = listen({ url, log, channels: { [workChannel(schemaOf(service))]: wake }, onListening: wake })
  const stopPurging = startInterval({ ms: PURGE_MS, name: 'deleting settled work', log, run: () => purgeWork(db) })
  return async () => void (await Promise.all([listening.stop(), stopPurging(), ...workers.map((worker) => worker.stop())]))
}
