import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@app/chassis/db/connect.ts'
import { createLogger } from '@app/chassis/logger.ts'
import { countWaiting, enqueue, type Queue } from '@app/chassis/work/queue.ts'
import type { WorkTables } from '@app/chassis/work/work-table.ts'
import { startWorker } from '@app/chassis/work/worker.ts'
import pg from 'pg'
import { answer } from './worker.ts'

export interface WorkRateQuestion {
  /** Database URL. Schema `bench_work` has the work table, and `bare.queue` contains as many rows as there are items of work. */
  databaseUrl: string
  pieces: number
}

export interface WorkRateAnswer {
  enqueueMs: number
  workMs: number
  bareMs: number
  /** Number of times that work was handled, and number of distinct items that were handled. */
  handled: number
  distinct: number
}

/** Maximum number of items that each of the two replicas processes at once. */
const BATCH = 100
const LIMIT_MS = 30_000
const LOOK_EVERY_MS = 10

const bothOf = <T>(make: () => T): T[] => [make(), make()]

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Enqueues all work in one transaction and processes it with two replicas. The handler of the work does nothing. */
async function throughWorkTable({ databaseUrl, pieces }: WorkRateQuestion) {
  const queue: Queue<object> = { name: crypto.randomUUID() }
  const works = Array.from({ length: pieces }, (_, n) => ({ key: String(n), payload: { mail: crypto.randomUUID() } }))
  const open = () => connect<WorkTables>({ url: databaseUrl, schema: 'bench_work', max: 2, onIdleError: () => {} })
  const log = createLogger({ level: 'warn' })
  const done: string[] = []
  const databases = bothOf(open)
  const [db = open()] = databases
  const enqueueMs = await timed(() => db.transaction().execute((trx) => enqueue(trx, queue, works)))
  const workMs = await timed(async () => {
    const handle = async ({ key }: { key: string }) => void done.push(key)
    const metrics = { watch() {}, tried() {} }
    const workers = databases.map((each) => startWorker({ db: each, queue, capacity: BATCH, handle, metrics, log }))
    const deadline = Date.now() + LIMIT_MS
    while ((await countWaiting(db, queue)) > 0 && Date.now() < deadline) await sleep(LOOK_EVERY_MS)
    await Promise.all(workers.map((worker) => worker.stop()))
  })
  await Promise.all(databases.map((each) => each.destroy()))
  return { enqueueMs, workMs, handled: done.length, distinct: new Set(done).size }
}

/** Runs two simple loops for comparison. They set `done` in as many rows as there are items of work, without leases and outcomes. */
async function bareLoops({ databaseUrl }: WorkRateQuestion): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  await Promise.all(bothOf(() => pool.query('select')))
  const text = `update bare.queue set done = true
    where id in (select id from bare.queue where not done order by id for update skip locked limit ${BATCH})`
  const loop = async () => {
    while ((await pool.query({ name: 'take', text })).rowCount) {}
  }
  const bareMs = await timed(() => Promise.all(bothOf(loop)))
  await pool.end()
  return bareMs
}

const run = async (question: WorkRateQuestion): Promise<WorkRateAnswer> => ({
  ...(await throughWorkTable(question)),
  bareMs: await bareLoops(question),
})

answer(run)
