import { migrateService } from '@app/chassis/db/migrate.ts'
import { createWorkTable } from '@app/chassis/work/work-table.ts'
import type { Pool } from 'pg'
import { assignTask } from '../support/client.ts'
import { openMailing, rateOf } from './campaign-mail.ts'
import { unlessInterrupted } from './interruption.ts'
import type { Open } from './open.ts'
import { newOwner } from './owner.ts'
import { startInProcesses } from './product.ts'
import { type Measure, median, percentile, say } from './report.ts'
import { fillTable } from './seed.ts'
import { startServers } from './servers.ts'
import { startWorker } from './worker.ts'

/**
 * Postgres settings for millions of rows. docs/scale.md contains results with this value of `shared_buffers`. The large `max_wal_size`
 * avoids checkpoints during the inserts.
 */
const FOR_MILLIONS = ['shared_buffers=2GB', 'max_wal_size=8GB']

const MILLION = 1_000_000
/** Number of companies in the first measurement, with a hundred tasks each. */
const AT_FIRST = 10_000
const MORE = 90_000
const LISTINGS = 300
const CREATIONS = 60
const ITEMS = 10_000
const ROUNDS = 3
const MAILS = 20_000
/** Minimum rate with the larger table, divided by the rate with the smaller table. */
const AS_BEFORE = 0.8
/** Maximum duration with the larger table, divided by the duration with the smaller table. */
const LONGER = 1.5

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

const durations = (what: string, after: readonly number[], before: readonly number[], size = ''): Measure => {
  const detail = `${inWords(after)}; ${inWords(before)}${size}`
  return { what, measured: median(after) / median(before), unit: 'x', below: LONGER, detail }
}

const rates = (what: string, after: number, before: number, size: string): Measure => {
  const detail = `${after.toFixed(0)}/s vs. ${before.toFixed(0)}/s${size}`
  return { what, measured: after / before, unit: 'x', atLeast: AS_BEFORE, detail }
}

async function sizeOf(database: Pool, table: string): Promise<string> {
  const { rows } = await database.query<{ all: string; rows: string }>(
    'select pg_total_relation_size($1::regclass) / 1e9 as all, (select reltuples from pg_class where oid = $1::regclass) / 1e6 as rows',
    [table],
  )
  return `; ${Number(rows[0]?.all).toFixed(1)} GB of ${Number(rows[0]?.rows).toFixed(1)} million rows`
}

/** Returns the dates of the nth task. A company may have four dated tasks per month. */
function datesOf(nth: number) {
  const dayIn = (day: number) => new Date(Date.UTC(2030, Math.floor(nth / 4), day)).toISOString().slice(0, 10)
  return { submissionForReview: dayIn(1), targetPostingDate: dayIn(9) }
}

/** Measures an owner's requests with one million and with ten million tasks of all companies. */
export async function benchMoreTasks(open: Open): Promise<Measure[]> {
  const servers = await startServers(open, FOR_MILLIONS)
  const { url } = await open(startInProcesses(servers))
  const { companyId, send, token } = await newOwner(url, servers.database, 100)
  const list = () => send('GET', `/task/tasks/${companyId}`, { token })
  let made = 0
  const create = () => assignTask(send, token, companyId, 'One among many', datesOf(made++))
  async function measure() {
    await timesOf(LISTINGS, list)
    return { listings: await timesOf(LISTINGS, list), creations: await timesOf(CREATIONS, create) }
  }
  say('Measuring with a million tasks')
  await fillTable(servers.database, AT_FIRST)
  const before = await measure()
  say('Measuring with ten million tasks')
  await fillTable(servers.database, MORE)
  const after = await measure()
  const size = await sizeOf(servers.database, 'tasks.task')
  return [
    durations('list 100 tasks of ten million, ratio to a million', after.listings, before.listings, size),
    durations('create a task with ten million, ratio to a million', after.creations, before.creations),
  ]
}

/** Measures a work queue while one million and ten million items of another queue wait in the same table. */
export async function benchMoreWork(open: Open): Promise<Measure[]> {
  const { database, databaseUrl } = await startServers(open, FOR_MILLIONS)
  const migrations = { '0001-work': { up: createWorkTable } }
  await migrateService({ adminUrl: databaseUrl, service: 'bench-work', migrations, rolePassword: crypto.randomUUID() })
  const worker = await open(startWorker<typeof import('./workers/work-queue.ts')>('work-queue.ts'))
  /** Adds items that are due tomorrow, like scheduled emails. Returns the rate of the other queue. */
  const rateWith = async (more: number) => {
    say(`Adding ${more / MILLION} million waiting items, and processing ${ITEMS} others`)
    const waiting = `insert into bench_work.work (queue, key, payload, priority, due_at, wait)
      select 'later', gen_random_uuid()::text, '{"mail": 1}', 0, now() + interval '1 day', interval '1 day' from generate_series(1, ${more})`
    await unlessInterrupted(database.query(waiting))
    await database.query('vacuum analyze bench_work.work')
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await worker.call('processItems', databaseUrl, ITEMS))
    return median(rounds)
  }
  const before = await rateWith(MILLION)
  const after = await rateWith(9 * MILLION)
  return [rates('work with ten million waiting items, ratio to a million', after, before, await sizeOf(database, 'bench_work.work'))]
}

/** Adds ten million delivery rows: a hundred finished dispatches to a hundred thousand recipients each. */
async function fillLedger(database: Pool): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    const { rows } = await client.query<{ id: string }>('select id from campaigns.dispatch limit 1')
    for (let sending = 1; sending <= 100; sending++) {
      const text = `with one as (
          insert into campaigns.dispatch (id, campaign_id, step_id, company_id, date, sends_at, state, audience)
          select gen_random_uuid(), campaign_id, step_id, company_id, date + $2::int, now(), 'done', 100000 from campaigns.dispatch where id = $1 returning id
        )
        insert into campaigns.delivery (id, dispatch_id, position, email, name, provider, token, state, settled_at, claim, attempts)
        select uuidv7(), one.id, n, 'p' || n || '@people.example', '', 'others', md5(n || one.id::text), 'accepted', now(), 1, 1
        from one, generate_series(1, 100000) n`
      await unlessInterrupted(client.query(text, [rows[0]?.id, sending]))
    }
    await unlessInterrupted(client.query('vacuum analyze campaigns.delivery'))
    await client.query('checkpoint')
  } finally {
    client.release(true)
  }
}

/** Measures one replica that sends a campaign: first with a nearly empty delivery table, and then with ten million rows in this table. */
export async function benchMoreDeliveries(open: Open): Promise<Measure[]> {
  const { mailing, replicas } = await openMailing(open, 1, FOR_MILLIONS)
  await mailing.start(replicas[0])
  await rateOf(mailing, MAILS)
  const before = await rateOf(mailing, MAILS)
  say('Adding ten million rows to the delivery table')
  await fillLedger(mailing.database)
  await rateOf(mailing, MAILS)
  const after = await rateOf(mailing, MAILS)
  return [
    rates('emails with ten million delivery rows, ratio to none', after, before, await sizeOf(mailing.database, 'campaigns.delivery')),
  ]
}
