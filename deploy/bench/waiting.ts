import { countBoard } from '@app/contracts/http/board.ts'
import { listWaitingPreviews, previewEmailStates } from '@app/contracts/http/waiting.ts'
import type pg from 'pg'
import { Pool } from 'undici'
import { admin as account } from '../test/product.ts'
import { clientOf, signInAdmin } from '../test/system/client.ts'
import { startApart } from './apart.ts'
import { fetchOnce } from './fetch-once.ts'
import { unlessInterrupted } from './interruption.ts'
import type { Parts } from './parts.ts'
import { type Measure, median, percentile, say } from './report.ts'
import { addCompany, addTasks, fillTable, ofTwoYears } from './seed.ts'

const COMPANIES = 60
const PREVIEWS_EACH = 20
const ROUNDS = 40
const TARGET_MS = 300

/** Paths of the requests of the tab Waiting: the list, its filters, searches for a company, a title and a number, and the counts. */
const PATHS = [
  ...[
    '',
    ...previewEmailStates.map((reach) => `&reach=${reach}`),
    '&search=harbor',
    '&search=usual%20title',
    '&search=story%2099',
    '&search=1200',
  ].map((query) => `${listWaitingPreviews.url}?limit=60${query}`),
  countBoard.url,
]

/**
 * Adds a review link for each waiting preview without one. Every third link was opened, and every 50th email bounced. The posting dates are
 * from three days ago to in 37 days.
 */
async function addLinks(database: pg.Pool): Promise<void> {
  const isWaiting = `status = 'Pending' and not exists (select from tasks.review_link where task_id = task.id)`
  await database.query(`
    update tasks.task set target_posting_date = current_date - 3 + (task_id % 40)::integer, email_bounced = task_id % 50 = 0 where ${isWaiting}`)
  await database.query(`
    insert into tasks.owner_address (owner_id, email, is_confirmed, version)
    select owner_id, 'owner@shop.example', true, 1 from tasks.company on conflict do nothing`)
  await database.query(`
    insert into tasks.review_link (id, task_id, preview_number, recipient_kind, recipient_id, email, expires_at, sent_at, first_opened_at)
    select uuidv7(), task.id, 1, 'owner', owner_id, 'owner@shop.example', now() + interval '30 days', now(),
      case when task_id % 3 = 0 then now() end
    from tasks.task join tasks.company on company.id = task.company_id where ${isWaiting}`)
  await database.query('vacuum analyze tasks.task, tasks.review_link, tasks.owner_address, tasks.preview')
}

/** Requests each path repeatedly, one after the other, and returns the p95 of all durations. */
async function measure(pool: Pool, token: string, what: string): Promise<Measure> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'zstd, br' }
  const durations = new Map<string, number[]>(PATHS.map((path) => [path, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const path of PATHS) {
      const begun = performance.now()
      await unlessInterrupted(fetchOnce(pool, `/api${path}`, headers))
      durations.get(path)?.push(performance.now() - begun)
    }
  }
  const all = [...durations.values()].flat()
  const [[path = '', slowest = []] = []] = [...durations].toSorted(([, a], [, b]) => median(b) - median(a))
  const detail = `${all.length} requests; median ${median(all).toFixed(0)} ms; slowest ${path}, median ${median(slowest).toFixed(0)} ms`
  return { what, measured: percentile(all, 0.95), unit: 'ms', target: { below: TARGET_MS }, detail }
}

/** Measures the admins' list of waiting previews: first with 60 companies and 1,200 waiting previews, then with a million more tasks. */
export async function benchWaiting(parts: Parts): Promise<Measure[]> {
  const { database } = parts
  const product = await startApart({ ...parts, env: { ...parts.env, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password } })
  const pool = new Pool(product.url, { connections: 1, pipelining: 1 })
  try {
    const token = await signInAdmin(clientOf(product.url))
    say(`Adding ${COMPANIES} companies with ${PREVIEWS_EACH} waiting previews each`)
    for (let n = 0; n < COMPANIES; n++) {
      const companyId = crypto.randomUUID()
      await addCompany(database, companyId, crypto.randomUUID())
      await addTasks(database, companyId, PREVIEWS_EACH)
    }
    await addLinks(database)
    say('Listing the waiting previews')
    const measures = [await measure(pool, token, `waiting previews, p95, ${COMPANIES * PREVIEWS_EACH} previews of ${COMPANIES} companies`)]

    say('Filling the table with a million tasks')
    await fillTable(database, undefined, ofTwoYears)
    await addLinks(database)
    say('Listing the waiting previews')
    const { rows } = await database.query<{ count: number }>(`select count(*)::integer as count from tasks.task where status = 'Pending'`)
    measures.push(await measure(pool, token, `waiting previews, p95, ${rows[0]?.count} previews among a million tasks`))
    return measures
  } finally {
    await Promise.all([pool.close(), product.stop()])
  }
}
