import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Queue } from '../work/queue.ts'
import { startWorker } from '../work/worker.ts'

const POLL_MS = 10
const metrics = { watch() {}, tried() {} }

/** Identifies a claim, because the token grows with each. */
const CLAIM = sql`id || ' ' || token`

/** Returns the claims of other workers, such as those of processes that were killed. */
async function runningClaims(db: QueryExecutorProvider, queue: Queue<unknown>): Promise<string[]> {
  const { rows } = await sql<{ claim: string }>`
    select ${CLAIM} as claim from work where queue = ${queue.name} and state = 'running'`.execute(db)
  return rows.map(({ claim }) => claim)
}

/**
 * Runs a worker until no work of its queue is due, and the worker's attempts have ended. Returns the number of attempts. When `signal`
 * aborts, the worker stops, like a process that ends.
 */
export async function runDueWork<T, P>(
  options: Omit<Parameters<typeof startWorker<T, P>>[0], 'metrics'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { db, queue, handle } = options
  const others = await runningClaims(db, queue)
  let begun = 0
  let ended = 0
  const worker = startWorker<T, P>({
    ...options,
    metrics,
    async handle(item) {
      begun += 1
      return handle(item).finally(() => {
        ended += 1
      })
    },
  })
  const isIdle = async () => {
    // Work that a settlement has queued again may be due after the start of this query, which `now()` returns.
    const { rows } = await sql`
      select from work where queue = ${queue.name} and settled_at is null
      and (due_at <= clock_timestamp() or (state = 'running' and ${CLAIM} <> all(${others}::text[]))) limit 1`.execute(db)
    return rows.length === 0 && begun === ended
  }
  signal.addEventListener('abort', () => void worker.stop())
  while (!signal.aborted && !(await isIdle())) {
    worker.wake()
    await sleep(POLL_MS)
  }
  await worker.stop()
  return begun
}

/** Makes all unsettled work of a service due, as if its leases and delays had expired. */
export const lapseWork = <T>(db: Kysely<T>) => sql`update work set due_at = now() where settled_at is null`.execute(db)

/** Returns the number of unsettled items of a queue. */
export async function countWaiting(db: QueryExecutorProvider, queue: Queue<unknown>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from work where queue = ${queue.name} and state in ('queued', 'running', 'unknown')`.execute(db)
  return rows[0]?.waiting ?? 0
}
