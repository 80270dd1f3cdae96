import assert from 'node:assert/strict'
import { selectionSql, storedFields } from '@app/tasks/task-columns.ts'
import { addAdmins } from './admin-tokens.ts'
import { compareLoad, type LoadTarget, type LoadWorker, lostRequests } from './load-ratio.ts'
import { type Open, withParts } from './open.ts'
import { newOwner } from './owner.ts'
import { startInProcesses } from './product.ts'
import { listed, type Measure, median, percentile, say } from './report.ts'
import { fillTable } from './seed.ts'
import { type Servers, startServers } from './servers.ts'
import { startWorker } from './worker.ts'

const TASKS = 100
const PER_SECOND = 100
const WARM_UP_SECONDS = 2
const PACED_SECONDS = 20
/** The p99 is calculated for each part of this length. Otherwise, one short disturbance of the machine would determine the p99. */
const PART_SECONDS = 4

/** Number of companies whose lists are cached as JSON before the measurement. */
const STORED_COMPANIES = 1_000
const STORING_AT_ONCE = 8
/** Number of turns for first lists. It is small, because each such response stores the JSON, so that every request needs another company. */
const FIRST_LIST_TURNS = 30

/** Accept-Encoding headers of Chrome and Firefox, and of Safari. */
const ZSTD = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const BR = { 'accept-encoding': 'gzip, deflate, br' }

/** Returns the target with more request headers. */
const withHeaders = ({ requests, pids }: LoadTarget, headers: Record<string, string>): LoadTarget => ({
  requests: { ...requests, headers: { ...requests.headers, ...headers } },
  pids,
})

/** Copies the tasks of a company into another table, and starts `workers/bare-list.ts`, which lists this table. */
async function startBaseline(open: Open, { database, databaseUrl }: Servers, companyId: string): Promise<LoadTarget> {
  await database.query('create schema bare')
  await database.query(`create table bare.task as select * from tasks.task where company_id = '${companyId}'`)
  await database.query('create index on bare.task (company_id, task_id desc)')
  await database.query('vacuum analyze bare.task, tasks.task')
  const worker = await open(startWorker<typeof import('./workers/bare-list.ts')>('bare-list.ts'))
  const url = await worker.call('startListServer', databaseUrl, selectionSql(storedFields))
  return { requests: { urls: [`${url}/task/tasks/${companyId}`], headers: {} }, pids: [worker.pid] }
}

/** Fails unless all targets return the same 100 tasks. An empty list would be misleadingly fast. */
async function requireSame(targets: readonly LoadTarget[]): Promise<void> {
  const lists = targets.map(async ({ requests: { urls, headers } }) => {
    const response = await fetch(urls[0] ?? '', { headers })
    assert.equal(response.status, 200, `${urls[0]} returned ${response.status}: ${await response.clone().text()}`)
    return ((await response.json()) as { _id: string }[]).map(({ _id }) => _id)
  })
  const [first = [], ...others] = await Promise.all(lists)
  assert.equal(first.length, TASKS)
  for (const other of others) assert.deepEqual(other, first)
}

/** Starts a second product, whose table contains only 100 tasks. Returns how the rate of `large` compares with that of this product. */
const compareWithSmallTable = (generator: LoadWorker, large: LoadTarget) =>
  withParts(async (open) => {
    const servers = await startServers(open)
    const { url, pids } = await open(startInProcesses(servers))
    const { headers, tasksUrl } = await newOwner(url, servers.database, TASKS)
    return compareLoad(generator, large, { requests: { urls: [tasksUrl], headers }, pids })
  })

async function listOnce({ requests: { urls, headers } }: LoadTarget): Promise<void> {
  const rest = urls.values()
  const listRest = async () => {
    for (const url of rest) await (await fetch(url, { headers })).arrayBuffer()
  }
  await Promise.all(Array.from({ length: STORING_AT_ONCE }, listRest))
}

/** Counts the companies with tasks whose current JSON is not cached. */
async function uncachedAmong({ database }: Servers, companies: readonly string[]): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from unnest($1::uuid[]) as company (id) where exists (
       select from tasks.task where company_id = company.id and not exists (
         select from tasks.task_serialized as stored where stored.id = task.id and row_version = task.xmin))`,
    [companies],
  )
  return rows[0]?.count ?? Number.NaN
}

/** Measures the CPU time of lists as browsers request them, compared with the baseline: the same, unchanged, and of many companies. */
async function measureCpu(generator: LoadWorker, servers: Servers, own: LoadTarget, admin: LoadTarget, baseline: LoadTarget) {
  const { rows } = await servers.database.query<{ id: string }>('select id from tasks.company order by id desc')
  const companies = rows.map(({ id }) => id)
  const [cached, unlisted] = [companies.slice(0, STORED_COMPANIES), companies.slice(STORED_COMPANIES)]
  const listsOf = (ids: readonly string[]): LoadTarget => ({
    ...admin,
    requests: { ...admin.requests, urls: ids.map((id) => new URL(id, admin.requests.urls[0]).href) },
  })
  say(`Listing ${STORED_COMPANIES} companies once`)
  await listOnce(listsOf(cached))
  await servers.database.query('vacuum analyze tasks.task_serialized')
  const browser = withHeaders(own, ZSTD)
  const { headers } = await fetch(browser.requests.urls[0] ?? '', { headers: browser.requests.headers })
  const again = withHeaders(browser, { 'if-none-match': headers.get('etag') ?? '' })
  const compared: readonly { what: string; below: number; target: LoadTarget; turns?: number }[] = [
    { what: 'a list for Chrome and Firefox (zstd)', below: 1, target: browser },
    { what: 'a list for Safari (br)', below: 1, target: withHeaders(own, BR) },
    { what: 'an unchanged list (304)', below: 0.4, target: { ...again, requests: { ...again.requests, status: 304 } } },
    { what: `lists of ${STORED_COMPANIES} companies with stored JSON (zstd)`, below: 1, target: listsOf(cached) },
    // For a first list, the tasks service serializes 100 tasks and stores the JSON. Measured: 4.1 to 5.3.
    {
      what: 'first lists after a release that changed the JSON of tasks (zstd)',
      below: 6,
      target: listsOf(unlisted),
      turns: FIRST_LIST_TURNS,
    },
  ]
  const measures: Measure[] = []
  for (const { what, below, target, turns } of compared) {
    say(`Listing 100 tasks of a million: ${what}`)
    const { cpu, detail } = await compareLoad(generator, target, baseline, turns)
    measures.push({ what: `CPU time of ${what}, ratio to the baseline`, measured: cpu, unit: 'x', below, detail })
  }
  assert.notEqual(await uncachedAmong(servers, unlisted), 0, 'there were more requests than companies without cached lists')
  assert.equal(await uncachedAmong(servers, cached), 0, 'the tasks of some companies changed')
  return measures
}

/** Measures the latency of lists at a steady rate. */
async function measureLatency(generator: LoadWorker, { requests }: LoadTarget): Promise<Measure[]> {
  say('Listing 100 tasks of a million at a steady rate')
  await generator.call('getAtRate', requests, PER_SECOND, WARM_UP_SECONDS)
  const paced = await generator.call('getAtRate', requests, PER_SECOND, PACED_SECONDS)
  const length = PER_SECOND * PART_SECONDS
  const parts = Array.from({ length: paced.milliseconds.length / length }, (_, part) =>
    percentile(paced.milliseconds.slice(part * length, (part + 1) * length), 0.99),
  )
  const detail = `median of the parts of ${PART_SECONDS} s (${listed(parts, 1)} ms)`
  return [
    { what: `p99 of a list, ${PER_SECOND} a second (zstd)`, measured: median(parts), unit: 'ms', below: 10, detail },
    lostRequests('lists that failed at that rate', [paced]),
  ]
}

/**
 * Measures lists of 100 tasks: first from an almost empty table, and then from a table with a million tasks. Compares them with those of a
 * minimal server (`workers/bare-list.ts`).
 */
export async function benchTaskLists(open: Open): Promise<Measure[]> {
  const servers = await startServers(open)
  const { url, pids } = await open(startInProcesses(servers))
  const generator = await open(startWorker<typeof import('./workers/http-load.ts')>('http-load.ts'))
  const owner = await newOwner(url, servers.database, TASKS)
  const [adminToken] = await addAdmins(servers, url, 1)
  const baseline = await startBaseline(open, servers, owner.companyId)
  const own: LoadTarget = { requests: { urls: [owner.tasksUrl], headers: owner.headers }, pids }
  const admin = withHeaders(own, { ...ZSTD, authorization: `Bearer ${adminToken}` })
  await requireSame([own, withHeaders(own, ZSTD), withHeaders(own, BR), baseline])
  say('Listing 100 tasks')
  const small = await compareLoad(generator, own, baseline)
  say('Filling the table with a million tasks')
  await fillTable(servers.database)
  say('Listing 100 tasks of a million')
  const large = await compareWithSmallTable(generator, own)
  return [
    { what: 'rate of listing 100 tasks, ratio to the baseline', measured: small.rate, unit: 'x', atLeast: 0.9, detail: small.detail },
    {
      what: 'rate of listing 100 tasks of a million, ratio to a table of 100 tasks',
      measured: large.rate,
      unit: 'x',
      atLeast: 0.95,
      detail: large.detail,
    },
    ...(await measureCpu(generator, servers, own, admin, baseline)),
    ...(await measureLatency(generator, withHeaders(own, ZSTD))),
  ]
}
