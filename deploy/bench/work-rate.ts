import { migrateService } from '@app/chassis/db/migrate.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, say } from './report.ts'
import type { WorkRateAnswer, WorkRateQuestion } from './work-rate-worker.ts'
import { startWorker } from './worker.ts'

const PIECES = 10_000
const ROUNDS = 5

/** Fills `bare.queue`, the table of the simple loops. The table gets one row for each item of work. Each row is as large as its item. */
const fill = `truncate bare.queue;
  insert into bare.queue (payload) select json_build_object('mail', gen_random_uuid()) from generate_series(1, ${PIECES})`

/** Measures two things alternately: two replicas that process queued work, and two simple loops that update as many rows. */
export async function benchWork({ database, databaseUrl }: Parts): Promise<Measure[]> {
  const migrations = { '0001-work': { up: createWorkTable } }
  await migrateService({ adminUrl: databaseUrl, service: 'bench-work', migrations, rolePassword: crypto.randomUUID() })
  await database.query(`create schema bare;
    create table bare.queue (id bigint generated always as identity primary key, payload json not null, done boolean not null default false);
    create index on bare.queue (id) where not done`)
  say(`Processing ${PIECES} items of work, ${ROUNDS} rounds`)
  const rounds: WorkRateAnswer[] = []
  const worker = startWorker('work-rate-worker.ts')
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await database.query(fill)
      rounds.push(await worker.ask<WorkRateAnswer>({ databaseUrl, pieces: PIECES } satisfies WorkRateQuestion))
    }
  } finally {
    await worker.stop()
  }
  const perSecond = (read: (round: WorkRateAnswer) => number): number => (PIECES * 1000) / median(rounds.map(read))
  const work = perSecond(({ workMs }) => workMs)
  const bare = perSecond(({ bareMs }) => bareMs)
  const enqueueMs = median(rounds.map((round) => round.enqueueMs))
  const wrong = rounds.reduce((sum, { handled, distinct }) => sum + (PIECES - distinct) + (handled - distinct), 0)
  return [
    {
      what: 'rate of work, ratio to the baseline queue',
      measured: median(rounds.map(({ workMs, bareMs }) => bareMs / workMs)),
      unit: 'x',
      target: { atLeast: 0.2 },
      detail: `${work.toFixed(0)}/s vs. ${bare.toFixed(0)}/s; ${PIECES} enqueued within ${enqueueMs.toFixed(0)} ms`,
    },
    {
      what: 'work lost or duplicated',
      measured: wrong,
      unit: 'lost',
      target: { below: 1 },
      detail: `${ROUNDS} × ${PIECES} items, two replicas`,
    },
  ]
}
