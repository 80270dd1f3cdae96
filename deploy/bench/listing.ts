import assert from 'node:assert/strict'
import { selectionSql, storedFields } from '@app/tasks/task-columns.ts'
import { startApart } from './apart.ts'
import type { BareQuestion } from './bare-worker.ts'
import { CONNECTIONS, type Comparison, compare, type LoadTarget } from './compare.ts'
import { mintAdmins } from './minted-tokens.ts'
import { ownerWithTasks } from './owner.ts'
import { lostRequests } from './paced.ts'
import type { Pace, Paced } from './paced-worker.ts'
import { openParts, type Parts } from './parts.ts'
import { type Measure, median, percentile, say } from './report.ts'
import { fillTable } from './seed.ts'
import { startWorker, type Worker } from './worker.ts'

const TASKS = 100
/** Requests per second. Each request is sent on time, even if earlier requests are not finished. */
const PER_SECOND = 100
const WARM_UP_SECONDS = 2
const PACED_SECONDS = 20
/** The p99 is calculated for each part of this length. Otherwise, one short disturbance of the machine would determine the p99. */
const PART_SECONDS = 4

/** Returns the p99 in ms of each part of `PART_SECONDS`. */
function p99OfParts({ milliseconds }: Paced): number[] {
  const length = PER_SECOND * PART_SECONDS
  const starts = Array.from({ length: milliseconds.length / length }, (_, part) => part * length)
  return starts.map((start) => percentile(milliseconds.slice(start, start + length), 0.99))
}

/** Creates an owner with 100 tasks, and a copy of these tasks in another table for `bare-worker.ts`. */
async function prepareRows(productUrl: string, { database }: Parts): Promise<{ companyId: string; token: string }> {
  const { companyId, token } = await ownerWithTasks(productUrl, database, TASKS)
  await database.query('create schema bare')
  await database.query(`create table bare.task as select * from tasks.task where company_id = '${companyId}'`)
  await database.query('create index on bare.task (company_id, task_id desc)')
  await database.query('vacuum analyze bare.task, tasks.task')
  return { companyId, token }
}

/** Accept-Encoding headers: none, that of Chrome and Firefox, and that of Safari. */
const PLAIN = undefined
const ZSTD = 'gzip, deflate, br, zstd'
const BR = 'gzip, deflate, br'

interface ComparedRequest {
  what: string
  below: number
  target: LoadTarget
  turns?: number
}

/** Number of companies whose lists are cached as JSON before the measurement. */
const STORED_COMPANIES = 1_000
const STORING_AT_ONCE = 8
/**
 * Number of turns for first lists. A first list is a response with tasks whose JSON is not stored yet. The number is small, because each
 * such response stores the JSON. Therefore every request needs another company.
 */
const FIRST_LIST_TURNS = 30

async function companyIds({ database }: Parts): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('select id from tasks.company order by id desc')
  return rows.map(({ id }) => id)
}

async function listOnce({ load: { urls, headers } }: LoadTarget): Promise<void> {
  const rest = urls.values()
  const listRest = async () => {
    for (const url of rest) await (await fetch(url, { headers })).arrayBuffer()
  }
  await Promise.all(Array.from({ length: STORING_AT_ONCE }, listRest))
}

/** Counts the companies with tasks whose current JSON is not cached. */
async function uncachedAmong({ database }: Parts, companies: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from unnest($1::uuid[]) as company (id) where exists (
       select from tasks.task where company_id = company.id and not exists (
         select from tasks.task_serialized as stored where stored.id = task.id and row_version = task.xmin))`,
    [companies],
  )
  return rows[0]?.count ?? Number.NaN
}

async function tagOf({ load: { urls, headers } }: LoadTarget): Promise<string> {
  const answer = await fetch(urls[0] ?? '', { headers })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** Fails unless all targets return the same 100 tasks. An empty list would be misleadingly fast. */
async function requireSame(targets: readonly LoadTarget[]): Promise<void> {
  const lists = targets.map(async ({ load: { urls, headers } }) => {
    const answer = await fetch(urls[0] ?? '', { headers })
    assert.equal(answer.status, 200, `${urls[0]} returned ${answer.status}: ${await answer.clone().text()}`)
    const tasks = (await answer.json()) as { _id: string }[]
    return tasks.map(({ _id }) => _id)
  })
  const [first = [], ...others] = await Promise.all(lists)
  assert.equal(first.length, TASKS)
  for (const other of others) assert.deepEqual(other, first)
}

/**
 * Starts a second product, whose table contains only 100 tasks. Compares requests to the target `large` with requests for these 100 tasks.
 */
async function compareWithSmallTable(generator: Worker, large: LoadTarget): Promise<Comparison> {
  const parts = await openParts()
  try {
    const product = await startApart(parts)
    try {
      const { companyId, token } = await ownerWithTasks(product.url, parts.database, TASKS)
      const load = { ...large.load, urls: [`${product.url}/api/task/tasks/${companyId}`], headers: { authorization: `Bearer ${token}` } }
      return await compare(generator, large, { load, pids: Object.values(product.pids) })
    } finally {
      await product.stop()
    }
  } finally {
    await parts.stop()
  }
}

/**
 * Measures lists of 100 tasks: first from an almost empty table, and then from a table with a million tasks. Some requests have the
 * `Accept-Encoding` header of a browser. Compares the lists with those of a minimal server (`bare-worker.ts`).
 */
export async function benchListing(parts: Parts): Promise<Measure[]> {
  const { database, databaseUrl } = parts
  const product = await startApart(parts)
  const generator = startWorker('load-worker.ts')
  const bareServer = startWorker('bare-worker.ts')
  const asker = startWorker('paced-worker.ts')
  try {
    const { companyId, token } = await prepareRows(product.url, parts)
    const [admin = ''] = await mintAdmins(parts, product.url, 1)
    const { url } = await bareServer.ask<{ url: string }>({ databaseUrl, columns: selectionSql(storedFields) } satisfies BareQuestion)
    const targetOf = (encodings: string | undefined, by: string, companies: readonly string[]): LoadTarget => ({
      load: {
        urls: companies.map((id) => `${product.url}/api/task/tasks/${id}`),
        headers: { authorization: `Bearer ${by}`, ...(encodings && { 'accept-encoding': encodings }) },
        connections: CONNECTIONS,
      },
      pids: Object.values(product.pids),
    })
    const own = (encodings?: string) => targetOf(encodings, token, [companyId])
    const bare: LoadTarget = {
      load: { urls: [`${url}/task/tasks/${companyId}`], headers: {}, connections: CONNECTIONS },
      pids: [bareServer.pid],
    }
    await requireSame([own(PLAIN), own(ZSTD), own(BR), bare])
    say('Listing 100 tasks')
    const small = await compare(generator, own(PLAIN), bare)
    say('Filling the table with a million tasks')
    await fillTable(database)
    say('Listing 100 tasks of a million')
    const large = await compareWithSmallTable(generator, own(PLAIN))

    const browser = own(ZSTD)
    const again = { ...browser.load, headers: { ...browser.load.headers, 'if-none-match': await tagOf(browser) }, status: 304 }
    const companies = await companyIds(parts)
    const stored = targetOf(ZSTD, admin, companies.slice(0, STORED_COMPANIES))
    const unlisted = companies.slice(STORED_COMPANIES)
    say(`Listing ${STORED_COMPANIES} companies once`)
    await listOnce(stored)
    await database.query('vacuum analyze tasks.task_serialized')
    const requests: ComparedRequest[] = [
      { what: 'a list for Chrome and Firefox (zstd)', below: 1, target: browser },
      { what: 'a list for Safari (br)', below: 1, target: own(BR) },
      { what: 'an unchanged list (304)', below: 0.4, target: { ...browser, load: again } },
      { what: `lists of ${STORED_COMPANIES} companies with stored JSON (zstd)`, below: 1, target: stored },
      {
        what: 'first lists after a release that changed the JSON of tasks (zstd)',
        // For a first list, the tasks service serializes 100 tasks and stores the JSON. Measured: 4.1 to 5.3 times the CPU time of the
        // minimal server.
        below: 6,
        target: targetOf(ZSTD, admin, unlisted),
        turns: FIRST_LIST_TURNS,
      },
    ]
    const processors: Measure[] = []
    for (const { what, below, target, turns } of requests) {
      say(`Listing 100 tasks of a million: ${what}`)
      const { processorRatio, detail } = await compare(generator, target, bare, turns)
      processors.push({
        what: `CPU time of ${what}, ratio to the baseline`,
        measured: 1 / processorRatio,
        unit: 'x',
        target: { below },
        detail,
      })
    }
    assert.notEqual(await uncachedAmong(parts, unlisted), 0, 'there were more requests than companies without cached lists')
    assert.equal(await uncachedAmong(parts, companies.slice(0, STORED_COMPANIES)), 0, 'the tasks of some companies changed')

    say('Listing 100 tasks of a million at a steady rate')
    const pace = (seconds: number): Pace => ({
      urls: browser.load.urls,
      headers: browser.load.headers,
      perSecond: PER_SECOND,
      seconds,
    })
    await asker.ask<Paced>(pace(WARM_UP_SECONDS))
    const paced = await asker.ask<Paced>(pace(PACED_SECONDS))
    const slowest = p99OfParts(paced)
    return [
      {
        what: 'rate of listing 100 tasks, ratio to the baseline',
        measured: small.ratio,
        unit: 'x',
        target: { atLeast: 0.9 },
        detail: small.detail,
      },
      {
        what: 'rate of listing 100 tasks of a million, ratio to a table of 100 tasks',
        measured: large.ratio,
        unit: 'x',
        target: { atLeast: 0.95 },
        detail: large.detail,
      },
      ...processors,
      {
        what: `p99 of a list, ${PER_SECOND} a second (zstd)`,
        measured: median(slowest),
        unit: 'ms',
        target: { below: 10 },
        detail: `median of the parts of ${PART_SECONDS} s (${slowest.map((one) => one.toFixed(1)).join(', ')} ms)`,
      },
      lostRequests('lists that failed at that rate', [paced]),
    ]
  } finally {
    await Promise.all([generator.stop(), bareServer.stop(), asker.stop(), product.stop()])
  }
}
