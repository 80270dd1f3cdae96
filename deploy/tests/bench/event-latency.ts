import { setTimeout as sleep } from 'node:timers/promises'
import { must } from '../support/client.ts'
import { unlessInterrupted } from './interruption.ts'
import type { Open } from './open.ts'
import { type BenchOwner, newOwner, until } from './owner.ts'
import { listed, type Measure, median, percentile, say } from './report.ts'
import { addTasks } from './seed.ts'
import type { Servers } from './servers.ts'
import { startWorker } from './worker.ts'

/** Number of rounds. It is odd, so that one round is the median. The p99 of a single round varies a lot. */
const ROUNDS = 3
const APPROVALS = 400
const WARM_UP = 60
const INTERVAL_MS = 50
const RATE = `${1000 / INTERVAL_MS} a second`

/** Percentiles, with the maximum of the latency in-process. Over RabbitMQ, a latency may be at most `BARE_RATIO` times the baseline's. */
const percentiles = [
  { name: 'p50', share: 0.5, belowMs: 5 },
  { name: 'p99', share: 0.99, belowMs: 20 },
]
const BARE_RATIO = 2

/**
 * Approves tasks at a steady rate, and measures the time from each HTTP response to the commit of the notification. Over RabbitMQ, the
 * rounds alternate with those of the baseline (`workers/bare-events.ts`).
 */
export async function measureLatency(open: Open, servers: Servers, productUrl: string, amqpUrl?: string): Promise<Measure[]> {
  const owner = await newOwner(productUrl, servers.database)
  const transport = amqpUrl ? 'RabbitMQ' : 'in-process'
  const runBaseline = amqpUrl && (await openBaseline(open, servers, amqpUrl))
  const rounds: number[][] = []
  const bare: number[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`Approving ${APPROVALS} tasks over ${transport}, round ${round} of ${ROUNDS}`)
    rounds.push(await approveAll(owner, servers, round === 1 ? WARM_UP : 0))
    if (runBaseline) bare.push(await runBaseline())
  }
  return percentiles.map(({ name, share, belowMs }): Measure => {
    const what = `time from response to the consumer's commit, ${transport}, ${name}`
    const [ours, theirs] = [rounds, bare].map((all) => all.map((latencies) => percentile(latencies, share))) as [number[], number[]]
    if (runBaseline) {
      const detail = `medians of ${ROUNDS} rounds of ${APPROVALS} approvals (${listed(ours, 1)} ms) and messages (${listed(theirs, 1)} ms), ${RATE}`
      return { what: `${what}, relative to a bare program`, measured: median(ours) / median(theirs), unit: 'x', below: BARE_RATIO, detail }
    }
    const detail = `median of ${ROUNDS} rounds (${listed(ours, 1)}) of ${APPROVALS} approvals, ${RATE}; slowest ${Math.max(...rounds.flat()).toFixed(1)} ms`
    return { what, measured: median(ours), unit: 'ms', below: belowMs, detail }
  })
}

/** Starts the baseline. The returned function sends the messages of one round, and returns their latencies in ms. */
async function openBaseline(open: Open, { database, databaseUrl }: Servers, amqpUrl: string) {
  await database.query('create schema bare; create table bare.effect (n integer not null)')
  const worker = await open(startWorker<typeof import('./workers/bare-events.ts')>('bare-events.ts'))
  const round = { messages: APPROVALS, intervalMs: INTERVAL_MS, warmUp: WARM_UP }
  return () => worker.call('publishAndInsert', amqpUrl, databaseUrl, round)
}

/**
 * Returns the wall clock in milliseconds with fractions. Postgres uses the same clock. `Date.now()` returns whole milliseconds, and
 * `performance.timeOrigin` does not follow corrections of the wall clock.
 */
function openWallClock(): () => number {
  const start = Date.now()
  let tick = start
  while (tick === start) tick = Date.now()
  const offset = tick - performance.now()
  return () => offset + performance.now()
}

/** Returns, for each task, when the notification of its approval was committed, in milliseconds since 1970. */
async function committedAt({ database }: Servers, taskIds: readonly string[]): Promise<number[]> {
  const text = `select extract(epoch from min(pg_xact_commit_timestamp(notification.xmin))) * 1000 as at
    from notifications.notification join tasks.task on task.task_id = notification.task_id
    where task.id = any($1) and type = 'tasks.task-approved.v1' group by task.id order by array_position($1, task.id)`
  const { rows } = await database.query<{ at: string }>(text, [taskIds])
  return rows.map(({ at }) => Number(at))
}

/** Returns the time from each approval's HTTP response to the commit of the notification, in milliseconds, without the warm-up. */
async function approveAll({ send, token, companyId }: BenchOwner, servers: Servers, warmUp: number): Promise<number[]> {
  const taskIds = await addTasks(servers.database, companyId, warmUp + APPROVALS)
  const now = openWallClock()
  const answeredAt: number[] = []
  const approve = async (taskId: string, index: number) => {
    await sleep(index * INTERVAL_MS)
    await must(send('PUT', `/task/update-task/${taskId}`, { token, json: { currentStatus: 'Approved' } }))
    answeredAt[index] = now()
  }
  await unlessInterrupted(Promise.all(taskIds.map(approve)))
  await until('notifications has handled every approval', async () => (await committedAt(servers, taskIds)).length === taskIds.length)
  const committed = await committedAt(servers, taskIds)
  return committed.map((at, index) => at - (answeredAt[index] ?? Number.NaN)).slice(warmUp)
}
