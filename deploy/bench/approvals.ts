import { setTimeout as sleep } from 'node:timers/promises'
import { must } from '../test/system/client.ts'
import type { BareEventsQuestion } from './bare-events-worker.ts'
import { unlessInterrupted } from './interruption.ts'
import { type BenchOwner, newOwner, until } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, percentile, say } from './report.ts'
import { addTasks } from './seed.ts'
import { startWorker } from './worker.ts'

/** Number of rounds. It is odd, so that one round is the median. The p99 of a single round varies a lot. */
const ROUNDS = 3
const APPROVALS = 400
const WARM_UP = 60
const INTERVAL_MS = 50
const RATE = `${1000 / INTERVAL_MS} a second`

/** Returns, for each task, when the notification of its approval was committed, in milliseconds since 1970. */
async function committedAt({ database }: Parts, taskIds: readonly string[]): Promise<number[]> {
  const text = `select extract(epoch from min(pg_xact_commit_timestamp(notification.xmin))) * 1000 as at
    from notifications.notification join tasks.task on task.task_id = notification.task_id
    where task.id = any($1) and type = 'tasks.task-approved.v1' group by task.id order by array_position($1, task.id)`
  const { rows } = await database.query<{ at: string }>(text, [taskIds])
  return rows.map(({ at }) => Number(at))
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

/** The delays of each round, in ms. */
type Rounds = number[][]

const TARGETS_MS = { p50: 5, p99: 20 }
/** Maximum ratio of a delay over RabbitMQ to the same delay of the baseline. */
const TARGET_RATIOS = { p50: 2, p99: 2 }
const shares = { p50: 0.5, p99: 0.99 }

const what = (transport: string, share: keyof typeof shares): string =>
  `time from response to the consumer's commit, ${transport}, ${share}`

const shareOf = (rounds: Rounds, share: keyof typeof shares): number[] => rounds.map((delays) => percentile(delays, shares[share]))

const inWords = (times: readonly number[]): string => times.map((one) => one.toFixed(1)).join(', ')

/**
 * Approves tasks at a steady rate, and measures the time from each HTTP response to the commit of the notification. If `amqpUrl` is set, the
 * events use RabbitMQ. In this case, the product is compared with `bare-events-worker.ts`, and the rounds of both programs alternate.
 */
export async function benchApprovals(productUrl: string, parts: Parts, transport: string, amqpUrl?: string): Promise<Measure[]> {
  const owner = await newOwner(productUrl)
  await until(
    'the tasks service has the company',
    async () => (await parts.database.query('select from tasks.company where id = $1', [owner.companyId])).rowCount === 1,
  )
  const baseline = amqpUrl ? await openBaseline(parts, amqpUrl) : undefined
  const rounds: Rounds = []
  const bare: Rounds = []
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      say(`Approving ${APPROVALS} tasks over ${transport}, round ${round} of ${ROUNDS}`)
      rounds.push(await approveAll(owner, parts, round === 1 ? WARM_UP : 0))
      if (baseline) bare.push(await baseline.run())
    }
  } finally {
    await baseline?.stop()
  }
  return baseline ? relativeMeasures(rounds, bare, transport) : absoluteMeasures(rounds, transport)
}

const absoluteMeasures = (rounds: Rounds, transport: string): Measure[] =>
  (['p50', 'p99'] as const).map((share) => ({
    what: what(transport, share),
    measured: median(shareOf(rounds, share)),
    unit: 'ms',
    target: { below: TARGETS_MS[share] },
    detail: `median of ${ROUNDS} rounds (${inWords(shareOf(rounds, share))}) of ${APPROVALS} approvals, ${RATE}; slowest ${Math.max(...rounds.flat()).toFixed(1)} ms`,
  }))

const relativeMeasures = (rounds: Rounds, bare: Rounds, transport: string): Measure[] =>
  (['p50', 'p99'] as const).map((share) => ({
    what: `${what(transport, share)}, relative to a bare program`,
    measured: median(shareOf(rounds, share)) / median(shareOf(bare, share)),
    unit: 'x',
    target: { below: TARGET_RATIOS[share] },
    detail: `medians of ${ROUNDS} rounds of ${APPROVALS} approvals (${inWords(shareOf(rounds, share))} ms) and messages (${inWords(shareOf(bare, share))} ms), ${RATE}`,
  }))

/** Starts the baseline for events over RabbitMQ. `run` sends the messages of one round, and returns their delays in ms. */
async function openBaseline({ database, databaseUrl }: Parts, amqpUrl: string) {
  await database.query('create schema bare; create table bare.effect (n integer not null)')
  const worker = startWorker('bare-events-worker.ts')
  const question: BareEventsQuestion = { amqpUrl, databaseUrl, messages: APPROVALS, intervalMs: INTERVAL_MS, warmUp: WARM_UP }
  return { run: async () => (await worker.ask<{ delays: number[] }>(question)).delays, stop: worker.stop }
}

/** Returns the time from each approval's HTTP response to the commit of the notification, in milliseconds, without the warm-up. */
async function approveAll({ send, token, companyId }: BenchOwner, parts: Parts, warmUp: number): Promise<number[]> {
  const taskIds = await addTasks(parts.database, companyId, warmUp + APPROVALS)
  const now = openWallClock()
  const answeredAt: number[] = []
  const approve = async (taskId: string, index: number) => {
    await sleep(index * INTERVAL_MS)
    await must(send('PUT', `/task/update-task/${taskId}`, { token, json: { currentStatus: 'Approved' } }))
    answeredAt[index] = now()
  }
  await unlessInterrupted(Promise.all(taskIds.map(approve)))
  await until('notifications has handled every approval', async () => (await committedAt(parts, taskIds)).length === taskIds.length)
  const committed = await committedAt(parts, taskIds)
  return committed.map((at, index) => at - (answeredAt[index] ?? Number.NaN)).slice(warmUp)
}
