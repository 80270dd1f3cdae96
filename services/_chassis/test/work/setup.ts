import { connect } from '@app/chassis/db/connect.ts'
import { createTestDatabase } from '@app/chassis/testing/database.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { type Kysely, sql } from 'kysely'
import { Registry } from 'prom-client'
import { expect } from 'vitest'
import type { Handle } from '../../src/work/attempt.ts'
import { workMetrics } from '../../src/work/metrics.ts'
import { enqueue, type NewWork, type Queue } from '../../src/work/queue.ts'
import { createWorkTable, type WorkTables } from '../../src/work/work-table.ts'
import { startWorker } from '../../src/work/worker.ts'

export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000, interval: 20 })

export async function setUpWork() {
  const database = await createTestDatabase('tasks', { '0001-work': { up: createWorkTable } })
  const open = (url: string): Kysely<WorkTables> => connect({ url, schema: 'tasks', max: 6, onIdleError: () => {} })
  const db = open(database.url)
  const admin = open(database.adminUrl)
  const started: { stop(): Promise<void> }[] = []
  const { log, lines } = recordingLogger()
  const registry = new Registry()
  const metrics = workMetrics({ registry, db })

  return {
    db,
    registry,
    /** Database connection with all privileges, so that tests can cause errors. */
    admin,
    lines,
    queue: <P>(queue: Queue<P>, works: NewWork<P>[]) => db.transaction().execute((trx) => enqueue(trx, queue, works)),
    start<P>(queue: Queue<P>, handle: Handle<P>, options: Partial<Parameters<typeof startWorker<WorkTables, P>>[0]> = {}) {
      const worker = startWorker({ db, queue, capacity: 10, handle, metrics, log, ...options })
      started.push(worker)
      return worker
    },
    stopWorkers: () => Promise.all(started.splice(0).map((worker) => worker.stop())),
    rows: (queue: Queue<unknown>) =>
      db
        .selectFrom('work')
        .select(['key', 'state', 'attempts', 'repeats', 'last_error', 'priority'])
        .select(sql<number>`extract(epoch from due_at - now())::float8`.as('dueIn'))
        .where('queue', '=', queue.name)
        .orderBy('id')
        .execute(),
    /** Makes all unsettled work due, as if its leases and delays had expired. */
    lapse: (queue: Queue<unknown>) => sql`update work set due_at = now() where queue = ${queue.name} and settled_at is null`.execute(db),
    async close() {
      await Promise.all([db.destroy(), admin.destroy()])
      await database.drop()
    },
  }
}

export type WorkSetUp = Awaited<ReturnType<typeof setUpWork>>
