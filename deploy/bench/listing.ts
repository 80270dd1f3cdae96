import assert from 'node:assert/strict'
import { startApart } from './apart.ts'
import type { BareQuestion } from './bare-worker.ts'
import { mintAdmins } from './minted-tokens.ts'
import { ownerWithTasks } from './owner.ts'
import { noneLost } from './paced.ts'
import type { Pace, Paced } from './paced-worker.ts'
import type { Parts } from './parts.ts'
import { type Measure, percentile, say } from './report.ts'
import { CONNECTIONS, compare, type Rival } from './rivals.ts'
import { fillTable } from './seed.ts'
import { startWorker } from './worker.ts'

const TASKS = 100
/** Whatever becomes of those before. */
const PER_SECOND = 100
const WARM_UP_SECONDS = 2
const PACED_SECONDS = 20

/** The columns as the contract names them, less what only the bare route's schema makes of them. */
const columns = `id as "_id", task_id as "taskId", company_id as "companyProfileId", title, tagline, taskpurpose, headline, offerormessage,
  calltoaction, guidlines, additionalinfo, description, target_posting_date as "targetPostingDate",
  submission_for_review as "submissionForReview", status as "currentStatus", platform_x, platform_fb, platform_insta, platform_li,
  platform_youtube, platform_via_mail, reference_image as "referenceImage", done_task_image as "doneTaskImage",
  admin_post_comment as "adminPostComment", rollbacks as "rollbackFeedback", is_recurring as "isRecurring",
  recurrence_type as "recurrenceType", recurrence_start_date as "recurrenceStartDate", recurrence_end_date as "recurrenceEndDate",
  weekly_day_of_week as "weeklyDayOfWeek", monthly_week as "monthlyWeek", monthly_day_of_week as "monthlyDayOfWeek", version,
  created_at as "createdAt", updated_at as "updatedAt"`

/** An owner with 100 tasks, and a copy of those in a table of their own for the bare route. */
async function prepareRows(productUrl: string, { database }: Parts): Promise<{ companyId: string; token: string }> {
  const { companyId, token } = await ownerWithTasks(productUrl, database, TASKS)
  await database.query('create schema bare')
  await database.query(`create table bare.task as select * from tasks.task where company_id = '${companyId}'`)
  await database.query('create index on bare.task (company_id, task_id desc)')
  await database.query('vacuum analyze bare.task, tasks.task')
  return { companyId, token }
}

/** How programs ask that say nothing of encodings, Chrome and Firefox, and Safari. */
const PLAIN = undefined
const ZSTD = 'gzip, deflate, br, zstd'
const BR = 'gzip, deflate, br'

/** What is compared with the bare route, by the processor time of a request. */
interface Asking {
  what: string
  below: number
  rival: Rival
}

/** Companies that nobody has listed yet, more than are asked for here. */
async function strangers({ database }: Parts): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>('select id from tasks.company order by id desc')
  return rows.map(({ id }) => id)
}

/** The tag of what is answered there. */
async function tagOf({ load: { urls, headers } }: Rival): Promise<string> {
  const answer = await fetch(urls[0] ?? '', { headers })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** Fails unless all of these answer the same tasks: what is empty would be fast. */
async function requireSame(rivals: readonly Rival[]): Promise<void> {
  const lists = rivals.map(async ({ load: { urls, headers } }) => {
    const tasks = (await (await fetch(urls[0] ?? '', { headers })).json()) as { _id: string }[]
    return tasks.map(({ _id }) => _id)
  })
  const [first = [], ...others] = await Promise.all(lists)
  assert.equal(first.length, TASKS)
  for (const other of others) assert.deepEqual(other, first)
}

/** Lists 100 tasks through the gateway with a token, beside the bare route, in turns; then again in a table of a million, as browsers do. */
export async function benchListing(parts: Parts): Promise<Measure[]> {
  const { database, databaseUrl } = parts
  const product = await startApart(parts)
  const generator = startWorker('load-worker.ts')
  const bareServer = startWorker('bare-worker.ts')
  const asker = startWorker('paced-worker.ts')
  try {
    const { companyId, token } = await prepareRows(product.url, parts)
    const [admin = ''] = await mintAdmins(parts, product.url, 1)
    const { url } = await bareServer.ask<{ url: string }>({ databaseUrl, columns } satisfies BareQuestion)
    const asked = (encodings: string | undefined, by: string, companies: readonly string[]): Rival => ({
      load: {
        urls: companies.map((id) => `${product.url}/api/task/tasks/${id}`),
        headers: { authorization: `Bearer ${by}`, ...(encodings && { 'accept-encoding': encodings }) },
        connections: CONNECTIONS,
      },
      pids: Object.values(product.pids),
    })
    const own = (encodings?: string) => asked(encodings, token, [companyId])
    const bare: Rival = {
      load: { urls: [`${url}/task/tasks/${companyId}`], headers: {}, connections: CONNECTIONS },
      pids: [bareServer.pid],
    }
    await requireSame([own(PLAIN), own(ZSTD), own(BR), bare])
    say('Listing 100 tasks')
    const small = await compare(generator, own(PLAIN), bare)
    say('Filling the table with a million tasks')
    await fillTable(database)
    say('Listing 100 tasks of a million')
    const large = await compare(generator, own(PLAIN), bare)

    const browser = own(ZSTD)
    const again = { ...browser.load, headers: { ...browser.load.headers, 'if-none-match': await tagOf(browser) }, status: 304 }
    const askings: Asking[] = [
      { what: 'a list, asked as Chrome and Firefox do (zstd)', below: 0.8, rival: browser },
      { what: 'a list, asked as Safari does (br)', below: 0.8, rival: own(BR) },
      { what: 'a list of which nothing changed (304)', below: 0.4, rival: { ...browser, load: again } },
      { what: 'lists that nobody asked for before (zstd)', below: 1, rival: asked(ZSTD, admin, await strangers(parts)) },
    ]
    const processors: Measure[] = []
    for (const { what, below, rival } of askings) {
      say(`Listing 100 tasks of a million: ${what}`)
      const { processorRatio, detail } = await compare(generator, rival, bare)
      processors.push({
        what: `processor of ${what}, of the bare one's`,
        measured: 1 / processorRatio,
        unit: 'x',
        target: { below },
        detail,
      })
    }

    say('Listing 100 tasks of a million at a steady rate')
    const pace = (seconds: number): Pace => ({
      url: browser.load.urls[0] ?? '',
      headers: browser.load.headers,
      perSecond: PER_SECOND,
      seconds,
    })
    await asker.ask<Paced>(pace(WARM_UP_SECONDS))
    const paced = await asker.ask<Paced>(pace(PACED_SECONDS))
    return [
      { what: 'list 100 tasks, of the bare rate', measured: small.ratio, unit: 'x', target: { atLeast: 0.9 }, detail: small.detail },
      {
        what: 'the same of a million tasks, of the rate before',
        measured: large.ratio / small.ratio,
        unit: 'x',
        target: { atLeast: 0.95 },
        detail: large.detail,
      },
      ...processors,
      {
        what: `p99 of a list, ${PER_SECOND} a second (zstd)`,
        measured: percentile(paced.milliseconds, 0.99),
        unit: 'ms',
        target: { below: 50 },
        detail: `median ${percentile(paced.milliseconds, 0.5).toFixed(1)} ms`,
      },
      noneLost('lists lost at that rate', [paced]),
    ]
  } finally {
    await Promise.all([generator.stop(), bareServer.stop(), asker.stop(), product.stop()])
  }
}
