import { startApart } from './apart.ts'
import type { BareQuestion } from './bare-worker.ts'
import type { Load, Loaded } from './load-worker.ts'
import { ownerWithTasks } from './owner.ts'
import type { Parts } from './parts.ts'
import { processorTime } from './process-time.ts'
import { type Measure, median, say } from './report.ts'
import { fillTable } from './seed.ts'
import { startWorker, type Worker } from './worker.ts'

const TASKS = 100
const CONNECTIONS = 16
/** Many short rounds in turns: what else the machine does falls on both alike. */
const ROUNDS = 40
const ROUND_MS = 400
const WARM_UP_MS = 1_500

/** The columns as the contract names them, less what only the bare route's schema makes of them. */
const columns = `id as "_id", task_id as "taskId", company_id as "companyProfileId", title, tagline, taskpurpose, headline, offerormessage,
  calltoaction, guidlines, additionalinfo, description, target_posting_date as "targetPostingDate",
  submission_for_review as "submissionForReview", status as "currentStatus", platform_x, platform_fb, platform_insta, platform_li,
  platform_youtube, platform_via_mail, reference_image as "referenceImage", done_task_image as "doneTaskImage",
  admin_post_comment as "adminPostComment", rollbacks as "rollbackFeedback", is_recurring as "isRecurring",
  recurrence_type as "recurrenceType", recurrence_start_date as "recurrenceStartDate", recurrence_end_date as "recurrenceEndDate",
  weekly_day_of_week as "weeklyDayOfWeek", monthly_week as "monthlyWeek", monthly_day_of_week as "monthlyDayOfWeek", version,
  created_at as "createdAt", updated_at as "updatedAt"`

interface Rival {
  load: Omit<Load, 'milliseconds'>
  pids: readonly number[]
}

interface Round {
  requestsPerSecond: number
  bytes: number
  /** Processor milliseconds a request, Postgres not counted. */
  processor: number
}

async function runRound(generator: Worker, { load, pids }: Rival, milliseconds: number): Promise<Round> {
  const before = await processorTime(pids)
  const { requests, seconds, bytes } = await generator.ask<Loaded>({ ...load, milliseconds } satisfies Load)
  return { requestsPerSecond: requests / seconds, bytes, processor: ((await processorTime(pids)) - before) / requests }
}

const inWords = (rounds: readonly Round[]): string => {
  const rate = median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0)
  const processor = median(rounds.map((round) => round.processor)).toFixed(2)
  return `${rate}/s of ${((rounds[0]?.bytes ?? 0) / 1000).toFixed(0)} kB at ${processor} ms of processor`
}

/** The product's rate as a share of the bare one's: the median of rounds in turns. */
async function compare(generator: Worker, product: Rival, bare: Rival): Promise<{ ratio: number; detail: string }> {
  const rounds: { product: Round[]; bare: Round[] } = { product: [], bare: [] }
  for (const rival of [product, bare]) await runRound(generator, rival, WARM_UP_MS)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.product.push(await runRound(generator, product, ROUND_MS))
    rounds.bare.push(await runRound(generator, bare, ROUND_MS))
  }
  const ratios = rounds.product.map(
    ({ requestsPerSecond }, round) => requestsPerSecond / (rounds.bare[round]?.requestsPerSecond ?? Number.NaN),
  )
  const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  return { ratio: median(ratios), detail: `${inWords(rounds.product)} beside ${inWords(rounds.bare)}; rounds ${spread}` }
}

/** An owner with 100 tasks, and a copy of those in a table of their own for the bare route. */
async function prepareRows(productUrl: string, { database }: Parts): Promise<{ companyId: string; token: string }> {
  const { companyId, token } = await ownerWithTasks(productUrl, database, TASKS)
  await database.query('create schema bare')
  await database.query(`create table bare.task as select * from tasks.task where company_id = '${companyId}'`)
  await database.query('create index on bare.task (company_id, task_id desc)')
  await database.query('vacuum analyze bare.task, tasks.task')
  return { companyId, token }
}

/** Lists 100 tasks through the gateway with a token, beside the bare route, in turns; then again in a table of a million. */
export async function benchListing(parts: Parts): Promise<Measure[]> {
  const { database, databaseUrl } = parts
  const product = await startApart(parts)
  const generator = startWorker('load-worker.ts')
  const bareServer = startWorker('bare-worker.ts')
  try {
    const { companyId, token } = await prepareRows(product.url, parts)
    const { url } = await bareServer.ask<{ url: string }>({ databaseUrl, columns } satisfies BareQuestion)
    const path = `/task/tasks/${companyId}`
    const tasks: Rival = {
      load: { url: `${product.url}/api${path}`, headers: { authorization: `Bearer ${token}` }, connections: CONNECTIONS },
      pids: Object.values(product.pids),
    }
    const bare: Rival = { load: { url: url + path, headers: {}, connections: CONNECTIONS }, pids: [bareServer.pid] }
    say('Listing 100 tasks')
    const small = await compare(generator, tasks, bare)
    say('Filling the table with a million tasks')
    await fillTable(database)
    say('Listing 100 tasks of a million')
    const large = await compare(generator, tasks, bare)
    return [
      { what: 'list 100 tasks, of the bare rate', measured: small.ratio, unit: 'x', target: { atLeast: 0.9 }, detail: small.detail },
      {
        what: 'the same of a million tasks, of the rate before',
        measured: large.ratio / small.ratio,
        unit: 'x',
        target: { atLeast: 0.95 },
        detail: large.detail,
      },
    ]
  } finally {
    await Promise.all([generator.stop(), bareServer.stop(), product.stop()])
  }
}
