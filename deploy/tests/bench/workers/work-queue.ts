import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logging/logger.ts'
import { countWaiting } from '@app/chassis/testing/run-due-work.ts'
import { enqueue, type Queue } from '@app/chassis/work/queue.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import { startWorker } from '@app/chassis/work/worker.ts'

/** Maximum number of items that each replica processes at once. */
const BATCH = 100
const LIMIT_MS = 30_000
const LOOK_EVERY_MS = 10
const metrics = { watch() {}, tried() {} }

/** Enqueues items in the schema `bench_work` and processes them with two replicas and an empty handler. Returns items per second. */
export async function processItems(databaseUrl: string, items: number): Promise<number> {
  const queue: Queue<object> = { name: crypto.randomUUID() }
  const works = Array.from({ length: items }, (_, n) => ({ key: String(n), payload: { mail: crypto.randomUUID() } }))
  const log = createLogger({ level: 'warn' })
  const open = () => connect<WorkTables>({ url: databaseUrl, schema: 'bench_work', max: 2, onIdleError: () => {} })
  const [first, second] = [open(), open()]
  await first.transaction().execute((trx) => enqueue(trx, queue, works))
  const begun = performance.now()
  const handle = async () => undefined
  const replicas = [first, second].map((db) => startWorker({ db, queue, capacity: BATCH, handle, metrics, log }))
  while ((await countWaiting(first, queue)) > 0) {
    if (performance.now() - begun > LIMIT_MS) throw new Error(`${items} items were not processed in ${LIMIT_MS / 1_000} s`)
    await sleep(LOOK_EVERY_MS)
  }
  await Promise.all(replicas.map((replica) => replica.stop()))
  const seconds = (performance.now() - begun) / 1_000
  await Promise.all([first.destroy(), second.destroy()])
  return items / seconds
}
