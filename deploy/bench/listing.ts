import { startApart } from './apart.ts'
import type { BareQuestion } from './bare-worker.ts'
import { ownerWithTasks } from './owner.ts'
import type { Parts } from './parts.ts'
import { type Measure, say } from './report.ts'
import { CONNECTIONS, compare, type Rival } from './rivals.ts'
import { fillTable } from './seed.ts'
import { startWorker } from './worker.ts'

const TASKS = 100

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
