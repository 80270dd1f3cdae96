import { migrateService } from '@app/chassis/db/migrate.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import type { Pool } from 'pg'
import { startMailing } from '../test/apart/mailing.ts'
import type { Replica } from '../test/apart/replica.ts'
import { assignTask, clientOf } from '../test/system/client.ts'
import { startApart } from './apart.ts'
import { unlessInterrupted } from './interruption.ts'
import { rateOf } from './mail.ts'
import { ownerWithTasks } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, percentile, say } from './report.ts'
import { fillTable } from './seed.ts'
import type { WorkRateAnswer, WorkRateQuestion } from './work-rate-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Postgres settings for millions of rows. docs/scale.md contains results with this value of `shared_buffers`. The large `max_wal_size`
 * avoids checkpoints during the inserts.
 */
export const FOR_MILLIONS = ['shared_buffers=2GB', 'max_wal_size=8GB']

const MILLION = 1_000_000
/** Number of companies in the first measurement, with a hundred tasks each. */
const AT_FIRST = 10_000
const MORE = 90_000
const LISTINGS = 300
const CREATIONS = 60
const PIECES = 10_000
const ROUNDS = 3
const MAILS = 20_000
/** Minimum rate with the larger table, divided by the rate with the smaller table. */
const AS_BEFORE = 0.8
/** Maximum duration with the larger table, divided by the duration with the smaller table. */
const LONGER = 1.5

const ratio = (what: string, measured: number, target: Measure['target'], detail: string): Measure => ({
  what,
  measured,
  unit: 'x',
  target,
  detail,
})

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let done = 0; done < count; done++) {
    const begun = performance.now()
    await unlessInterrupted(work())
    times.push(performance.now() - begun)
  }
  return times
}

const inWords = (times: readonly number[]): string => `${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)}`

async function sizeOf(database: Pool, table: string): Promise<string> {
  const { rows } = await database.query<{ all: string; rows: string }>(
    'select pg_total_relation_size($1::regclass) / 1e9 as all, (select reltuples from pg_class where oid = $1::regclass) / 1e6 as rows',
    [table],
  )
  return `${Number(rows[0]?.all).toFixed(1)} GB of ${Number(rows[0]?.rows).toFixed(1)} million rows`
}

/**
 * Measures an owner's requests with one million and with ten million tasks. After that, measures a work queue while one million
 * and ten million items of another queue wait in the same table.
 */
export async function benchGrowth(parts: Parts): Promise<Measure[]> {
  return [...(await growingTasks(parts)), ...(await growingWork(parts))]
}

/** Returns the dates of the nth task. A company may have four dated tasks per month. */
function datesOf(nth: number) {
  const dayIn = (day: number) => new Date(Date.UTC(2030, Math.floor(nth / 4), day)).toISOString().slice(0, 10)
  return { submissionForReview: dayIn(1), targetPostingDate: dayIn(9) }
}

async function growingTasks(parts: Parts): Promise<Measure[]> {
  const { database } = parts
  const product = await startApart(parts)
  try {
    const { companyId, token } = await ownerWithTasks(product.url, database, 100)
    const send = clientOf(product.url)
    const list = () => send('GET', `/task/tasks/${companyId}`, { token })
    let made = 0
    const create = () => assignTask(send, token, companyId, 'One among many', datesOf(made++))
    async function look() {
      await timesOf(LISTINGS, list)
      return { listings: await timesOf(LISTINGS, list), creations: await timesOf(CREATIONS, create) }
    }
    say('Measuring with a million tasks')
    await fillTable(database, AT_FIRST)
    const before = await look()
    say('Measuring with ten million tasks')
    await fillTable(database, MORE)
    const after = await look()
    const size = await sizeOf(database, 'tasks.task')
    return [
      ratio(
        'list 100 tasks of ten million, ratio to a million',
        median(after.listings) / median(before.listings),
        { below: LONGER },
        `${inWords(after.listings)}; ${inWords(before.listings)}; ${size}`,
      ),
      ratio(
        'create a task with ten million, ratio to a million',
        median(after.creations) / median(before.creations),
        { below: LONGER },
        `${inWords(after.creations)}; ${inWords(before.creations)}`,
      ),
    ]
  } finally {
    await product.stop()
  }
}

/** Returns SQL that inserts work into a queue that is not measured. The work items are due tomorrow, like scheduled emails. */
const waiting = (rows: number) => `
  insert into bench_work.work (queue, key, payload, priority, due_at, wait)
  select 'later', gen_random_uuid()::text, '{"mail": 1}', 0, now() + interval '1 day', interval '1 day' from generate_series(1, ${rows})`

async function growingWork({ database, databaseUrl }: Parts): Promise<Measure[]> {
  const migrations = { '0001-work': { up: createWorkTable } }
  await migrateService({ adminUrl: databaseUrl, service: 'bench-work', migrations, rolePassword: crypto.randomUUID() })
  await database.query(`create schema bare;
    create table bare.queue (id bigint generated always as identity primary key, payload json not null, done boolean not null default false)`)
  const worker = startWorker('work-rate-worker.ts')
  const rate = async () => {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const question: WorkRateQuestion = { databaseUrl, pieces: PIECES }
      rounds.push((PIECES * 1_000) / (await worker.ask<WorkRateAnswer>(question)).workMs)
    }
    return median(rounds)
  }
  try {
    say('Doing work while a million other items are waiting')
    await unlessInterrupted(database.query(waiting(MILLION)))
    await database.query('vacuum analyze bench_work.work')
    const before = await rate()
    say('Doing work while ten million other items are waiting')
    await unlessInterrupted(database.query(waiting(9 * MILLION)))
    await database.query('vacuum analyze bench_work.work')
    const after = await rate()
    const size = await sizeOf(database, 'bench_work.work')
    return [
      ratio(
        'work with ten million waiting items, ratio to a million',
        after / before,
        { atLeast: AS_BEFORE },
        `${after.toFixed(0)}/s vs. ${before.toFixed(0)}/s; ${size}`,
      ),
    ]
  } finally {
    await worker.stop()
  }
}

/** Adds ten million delivery rows: a hundred finished dispatches to a hundred thousand recipients each. */
async function fillLedger(database: Pool): Promise<void> {
  const { rows } = await database.query<{ id: string }>('select id from campaigns.dispatch limit 1')
  const client = await database.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    for (let sending = 0; sending < 100; sending++) {
      await unlessInterrupted(
        client.query(
          `with one as (
            insert into campaigns.dispatch (id, campaign_id, step_id, company_id, date, sends_at, state, audience)
            select gen_random_uuid(), campaign_id, step_id, company_id, date + $2::int, now(), 'done', 100000 from campaigns.dispatch where id = $1 returning id
          )
          insert into campaigns.delivery (id, dispatch_id, position, email, name, provider, token, state, settled_at, claim, attempts)
          select uuidv7(), one.id, n, 'p' || n || '@people.example', '', 'others', md5(n || one.id::text), 'accepted', now(), 1, 1
          from one, generate_series(1, 100000) n`,
          [rows[0]?.id, sending + 1],
        ),
      )
    }
    await unlessInterrupted(client.query('vacuum analyze campaigns.delivery'))
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

/** Measures one replica that sends a campaign: first with a nearly empty delivery table, and then with ten million rows in this table. */
export async function benchLedgerGrowth(smtpUrl: string): Promise<Measure[]> {
  const mailing = await startMailing({ smtpUrl, rate: 100_000, replicas: 1, settings: FOR_MILLIONS })
  try {
    await mailing.start(mailing.replicas[0] as Replica)
    await rateOf(mailing, MAILS)
    const before = await rateOf(mailing, MAILS)
    say('Adding ten million rows to the delivery table')
    await fillLedger(mailing.database)
    await rateOf(mailing, MAILS)
    const after = await rateOf(mailing, MAILS)
    const size = await sizeOf(mailing.database, 'campaigns.delivery')
    return [
      ratio(
        'mails with ten million delivery rows, ratio to none',
        after / before,
        { atLeast: AS_BEFORE },
        `${after.toFixed(0)}/s vs. ${before.toFixed(0)}/s; ${size}`,
      ),
    ]
  } finally {
    await mailing.stop()
  }
}
