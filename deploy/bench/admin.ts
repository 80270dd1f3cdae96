import { listAllCompanies } from '@app/contracts/http/all-companies.ts'
import { countBoard, getBoardTask, listBoardCompanies, listBoardTasks } from '@app/contracts/http/board.ts'
import { searchBoard } from '@app/contracts/http/board-search.ts'
import type pg from 'pg'
import { Pool } from 'undici'
import { admin as account } from '../test/product.ts'
import { clientOf, signInAdmin } from '../test/system/client.ts'
import { startApart } from './apart.ts'
import { CONNECTIONS, compare } from './compare.ts'
import { fetchOnce } from './fetch-once.ts'
import { unlessInterrupted } from './interruption.ts'
import { ownerWithTasks } from './owner.ts'
import { lostRequests, slowdownOf } from './paced.ts'
import type { Pace, Paced } from './paced-worker.ts'
import type { Parts } from './parts.ts'
import { growthDuring } from './process-memory.ts'
import { type Measure, median, say } from './report.ts'
import { addCompany, addTasks, fillTable, ofTwoYears } from './seed.ts'
import { startWorker, type Worker } from './worker.ts'

const FIRST_SCREEN = [countBoard.url, `${listBoardCompanies.url}?limit=20&cards=12&withTasks=true`]
const TABS = [
  `${listBoardCompanies.url}?limit=50`,
  `${listBoardCompanies.url}?limit=50&sort=open`,
  ...[
    '',
    'status=Pending',
    'status=Roll%20Back',
    'status=Approved',
    'status=Posted',
    'status=Approved&sort=target',
    'status=Pending&sort=due',
    'turn=admin&sort=due',
    'turn=owner&sort=due',
    'sort=newest',
    'sort=review',
  ].map((part) => `${listBoardTasks.url}?limit=50&${part}`),
]
/** Searches for words with many matches, few matches and no match. */
const SEARCHES = [
  `${listBoardCompanies.url}?limit=50&search=company%2099`,
  ...['sale', 'winter%20tips', 'story%2099', 'zebra', 'co'].map((words) => `${listBoardTasks.url}?limit=50&search=${words}`),
  `${listBoardTasks.url}?limit=50&status=Posted&sort=target&search=recipe%20free`,
]
/** Searches of the command palette for words and for task numbers. */
const PALETTE = ['sale', 'winter%20tips', 'story%2099', 'zebra', 'co', 'a', 'company%2099', '1', '1234'].map(
  (text) => `${searchBoard.url}?search=${text}`,
)
const ROUNDS = 20

const OWNERS_TASKS = 100
const PER_SECOND = 40
const WARM_UP_SECONDS = 2
const TURNS = 3
const BESIDE_SECONDS = 16
/** Duration of the measurements without requests of an admin. They run before and after each measurement with such requests. */
const QUIET_SECONDS = BESIDE_SECONDS / 2

const LARGE_TASKS = 500
const READERS = 4

interface Timing {
  milliseconds: number
  bytes: number
}

/** Returns a function that sends an admin's GET requests in parallel, as a browser does. */
function adminWith(pool: Pool, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'zstd, br' }
  return async function ask(paths: readonly string[]): Promise<Timing> {
    const begun = performance.now()
    const sizes = await unlessInterrupted(Promise.all(paths.map((path) => fetchOnce(pool, `/api${path}`, headers))))
    return { milliseconds: performance.now() - begun, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  }
}

type Ask = ReturnType<typeof adminWith>

async function measure(ask: Ask, paths: readonly string[]): Promise<Timing> {
  const rounds: Timing[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await ask(paths))
  return { milliseconds: median(rounds.map(({ milliseconds }) => milliseconds)), bytes: rounds[0]?.bytes ?? Number.NaN }
}

const inWords = ({ milliseconds, bytes }: Timing): string => `${milliseconds.toFixed(0)} ms, ${(bytes / 1000).toFixed(0)} kB`

/** Requests each path separately and returns the time of the slowest response. */
async function slowestOf(ask: Ask, paths: readonly string[], what: string, below: number): Promise<Measure> {
  const all: [path: string, time: Timing][] = []
  for (const path of paths) all.push([path, await measure(ask, [path])])
  const [[path = '', slowest = { milliseconds: Number.NaN, bytes: 0 }] = []] = all.toSorted(
    ([, a], [, b]) => b.milliseconds - a.milliseconds,
  )
  const detail = `slowest of ${paths.length}: ${path}, ${inWords(slowest)}; median ${median(all.map(([, time]) => time.milliseconds)).toFixed(0)} ms`
  return { what, measured: slowest.milliseconds, unit: 'ms', target: { below }, detail }
}

/** Requests an owner's list at a steady rate. In every second phase, an admin also opens one screen after the other. */
async function besideAdmin(asker: Worker, ask: Ask, list: Omit<Pace, 'perSecond' | 'seconds'>): Promise<Measure[]> {
  const keepPace = (seconds: number) => asker.ask<Paced>({ ...list, perSecond: PER_SECOND, seconds } satisfies Pace)
  let isListed = false
  let screens = 0
  const look = async () => {
    for (; !isListed; screens++) for (const paths of [FIRST_SCREEN, ...TABS.map((path) => [path])]) if (!isListed) await ask(paths)
  }
  const listBeside = async () => {
    isListed = false
    const listing = keepPace(BESIDE_SECONDS).finally(() => {
      isListed = true
    })
    const [paced] = await Promise.all([listing, look()])
    return paced
  }
  await keepPace(WARM_UP_SECONDS)
  const alone = [await keepPace(QUIET_SECONDS)]
  const beside: Paced[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    beside.push(await listBeside())
    alone.push(await keepPace(QUIET_SECONDS))
  }
  const { ratio, detail } = slowdownOf({ alone, beside }, 0.99)
  return [
    {
      what: 'list 100 tasks while an admin works, p99, ratio to without the admin',
      measured: ratio,
      unit: 'x',
      target: { below: 2 },
      detail: `${detail}, ${PER_SECOND} a second; the admin opened all screens ${screens} times`,
    },
    lostRequests('lists that failed during this', [...alone, ...beside]),
  ]
}

/** Adds a company whose tasks have the maximum size. Returns its id. */
async function largeCompany(database: pg.Pool): Promise<string> {
  const companyId = crypto.randomUUID()
  await addCompany(database, companyId, crypto.randomUUID())
  await addTasks(database, companyId, LARGE_TASKS)
  const entry = {
    feedback: 'Could it be a little warmer? '.repeat(170),
    clientSuggestImage: null,
    doneTaskImage: null,
    previewNo: 1,
    createdAt: '2026-11-21T17:00:00.000Z',
  }
  const text = 'As far as it is needed, and then some more. '
  await database.query('update tasks.task set description = $2, guidlines = $3, rollbacks = $4 where company_id = $1', [
    companyId,
    text.repeat(220),
    text.repeat(110),
    JSON.stringify(Array(20).fill(entry)),
  ])
  return companyId
}

/** Measures the memory growth of the tasks service while several clients read all tasks of a company in parallel. */
async function memoryOfAll(ask: Ask, pid: number, companyId: string): Promise<Measure> {
  const path = `${listAllCompanies.url}?companyProfileId=${companyId}`
  let bytes = 0
  const [growth = Number.NaN] = await growthDuring([pid], async () => {
    bytes = (await ask(Array(READERS).fill(path))).bytes
  })
  return {
    what: 'memory growth of tasks, all large tasks of a company',
    measured: growth,
    unit: 'MB',
    target: { below: 64 },
    detail: `${READERS} parallel readers of ${LARGE_TASKS} tasks; ${(bytes / 1e3).toFixed(0)} kB compressed`,
  }
}

/** Measures the admins' dashboard with 10,000 companies and a million tasks: its own requests, and their effect on owners' requests. */
export async function benchAdmin(parts: Parts): Promise<Measure[]> {
  const { database } = parts
  const product = await startApart({ ...parts, env: { ...parts.env, ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password } })
  const generator = startWorker('load-worker.ts')
  const asker = startWorker('paced-worker.ts')
  const { url, pids } = product
  const pool = new Pool(url, { connections: 8, pipelining: 1 })
  try {
    const token = await signInAdmin(clientOf(url))
    const ask = adminWith(pool, token)
    const large = await largeCompany(database)
    const owner = await ownerWithTasks(url, database, OWNERS_TASKS)
    say('Filling the table with a million tasks')
    await fillTable(database, undefined, ofTwoYears)

    say('The first screen')
    const measures: Measure[] = []
    await measure(ask, FIRST_SCREEN)
    const first = await measure(ask, FIRST_SCREEN)
    measures.push(
      { what: 'the admins’ first screen', measured: first.milliseconds, unit: 'ms', target: { below: 60 }, detail: inWords(first) },
      { what: 'the same, compressed', measured: first.bytes / 1000, unit: 'kB', target: { below: 150 }, detail: inWords(first) },
    )

    say('Listing tasks of an owner, with and without an admin at work')
    const list = { urls: [`${url}/api/task/tasks/${owner.companyId}`], headers: { authorization: `Bearer ${owner.token}` } }
    measures.push(...(await besideAdmin(asker, ask, list)))

    say('The other screens, and searches')
    const { gateway = 0, tasks = 0 } = pids
    const [growth = Number.NaN] = await growthDuring([tasks], async () => {
      measures.push(await slowestOf(ask, TABS, 'the slowest of the admins’ other screens', 60))
      measures.push(await slowestOf(ask, SEARCHES, 'the slowest search', 250))
      measures.push(await slowestOf(ask, PALETTE, 'the slowest search of the command palette', 150))
    })
    measures.push({
      what: 'memory growth of tasks by these screens and searches',
      measured: growth,
      unit: 'MB',
      target: { below: 64 },
      detail: `${TABS.length + SEARCHES.length + PALETTE.length} lists, ${ROUNDS} times each`,
    })

    say('Reading all tasks of a company with large tasks')
    measures.push(await memoryOfAll(ask, tasks, large))

    say('Reading one task after a live event, compared with a page of all tasks')
    const { rows } = await database.query<{ id: string }>('select id from tasks.task order by id desc limit 1')
    const target = (path: string) => ({
      load: { urls: [`${url}/api${path}`], headers: { authorization: `Bearer ${token}` }, connections: CONNECTIONS },
      pids: [gateway, tasks],
    })
    const event = await compare(generator, target(listAllCompanies.url), target(getBoardTask.url.replace(':id', rows[0]?.id ?? '')))
    measures.push({
      what: 'CPU time of reading the task of a live event, ratio to a page of all tasks',
      measured: event.processorRatio,
      unit: 'x',
      target: { below: 0.1 },
      detail: event.detail,
    })
    return measures
  } finally {
    await Promise.all([pool.close(), generator.stop(), asker.stop(), product.stop()])
  }
}
