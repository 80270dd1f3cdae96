import { setTimeout as sleep } from 'node:timers/promises'
import { must } from '../test/system/client.ts'
import { unlessInterrupted } from './interruption.ts'
import { type BenchOwner, newOwner, until } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, percentile, say } from './report.ts'
import { addTasks } from './seed.ts'

/** Number of rounds. It is odd, so that one round is the median. The p99 of a single round varies a lot. */
const ROUNDS = 3
const APPROVALS = 400
const WARM_UP = 60
const INTERVAL_MS = 50

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

/** Approves tasks at a steady rate, and measures the time from each HTTP response to the commit of the notification. */
export async function benchApprovals(productUrl: string, parts: Parts, transport: string): Promise<Measure[]> {
  const owner = await newOwner(productUrl)
  await until(
    'the tasks service has the company',
    async () => (await parts.database.query('select from tasks.company where id = $1', [owner.companyId])).rowCount === 1,
  )
  const rounds: number[][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    say(`Approving ${APPROVALS} tasks over ${transport}, round ${round} of ${ROUNDS}`)
    rounds.push(await approveAll(owner, parts, round === 1 ? WARM_UP : 0))
  }
  const slowest = Math.max(...rounds.flat()).toFixed(1)
  const measure = (share: number, below: number): Measure => {
    const shares = rounds.map((delays) => percentile(delays, share))
    return {
      what: `time from response to the consumer's commit, ${transport}, p${share * 100}`,
      measured: median(shares),
      unit: 'ms',
      target: { below },
      detail: `median of ${ROUNDS} rounds (${shares.map((one) => one.toFixed(1)).join(', ')}) of ${APPROVALS} approvals, ${1000 / INTERVAL_MS} a second; slowest ${slowest} ms`,
    }
  }
  return [measure(0.5, 5), measure(0.99, 20)]
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
