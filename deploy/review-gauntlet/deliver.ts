import { png } from '@app/chassis/testing/pictures.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addDays, DEFAULT_TIMEZONE, todayIn } from '@app/contracts/rules/business-dates.ts'
import { MONTHLY_CAP } from '@app/contracts/rules/monthly-cap.ts'
import { until } from '../bench/owner.ts'
import { assignTask, createCompany, must, signUpOwner } from '../test/system/client.ts'
import type { Gauntlet } from './gauntlet.ts'
import { inParallel } from './in-parallel.ts'
import { sentWithin } from './stored.ts'

const CONCURRENCY = 8
const SENT_WITHIN_MS = 120_000
/**
 * Number of tasks of each company. Each task has one review link. `plan.ts` plans the links in sets of this size, so that each company has
 * one set.
 */
const TASKS_PER_COMPANY = 20
/**
 * Interval in days between the dates of two groups of tasks. A company may have at most `MONTHLY_CAP` tasks in a month, so its tasks are
 * planned in groups of this size. No month has more than 31 days. Therefore, two groups are never in the same month.
 */
const NEXT_MONTH_DAYS = 31

/** A delivered preview with the email about it. */
export interface Letter {
  title: string
  taskId: string
  ownerToken: string
  html: string
  link: string
}

const today = todayIn(DEFAULT_TIMEZONE)

/** Returns the dates of a task, so that the company has at most `MONTHLY_CAP` tasks in each month. */
function datesOf(number: number) {
  const submission = addDays(today, 2 + Math.floor(number / MONTHLY_CAP) * NEXT_MONTH_DAYS)
  return { submissionForReview: submission, targetPostingDate: addDays(submission, 4) }
}

/** Signs up an owner with a company and a confirmed email address. */
async function addOwner({ newClient, inbox, database }: Gauntlet) {
  const send = newClient()
  const { email, token } = await signUpOwner(send)
  await must(send('POST', '/verify-email', { json: { token: await inbox.verificationToken(email) } }))
  const { _id: companyId } = await createCompany(send, token)
  const isKnown = async () =>
    (await database.query('select from tasks.owner_address where email = $1 and is_confirmed', [email])).rowCount === 1
  await until('the service tasks knows the confirmed address', isKnown, SENT_WITHIN_MS)
  return { send, token, companyId }
}

/** Delivers a preview of a task, which sends an email with a review link. */
export const deliverPreview = ({ newClient, adminToken }: Gauntlet, taskId: string): Promise<object> =>
  must(newClient()('POST', `/admin/upload-task-image/${taskId}`, { token: adminToken, files: { image: png() } }))

/** Creates a company and delivers a preview of each of its tasks. */
async function deliverForCompany(gauntlet: Gauntlet, titles: readonly string[]): Promise<Letter[]> {
  const { send, token, companyId } = await addOwner(gauntlet)
  const tasks: Task[] = []
  for (const [number, title] of titles.entries()) {
    const task = await assignTask(send, token, companyId, title, datesOf(number))
    await deliverPreview(gauntlet, task._id)
    tasks.push(task)
  }
  return Promise.all(
    tasks.map(async ({ _id, title }) => {
      const [mail] = await gauntlet.inbox.reviewMails(title, 1)
      if (!mail?.link) throw new Error(`The email about ${title} has no review link`)
      return { title, taskId: _id, ownerToken: token, ...mail }
    }),
  )
}

/** Delivers a preview for each title. Resolves when the product has recorded that all emails were sent. */
export async function deliverAll(gauntlet: Gauntlet, titles: readonly string[]): Promise<Letter[]> {
  const companies = Array.from({ length: Math.ceil(titles.length / TASKS_PER_COMPANY) }, (_, at) =>
    titles.slice(at * TASKS_PER_COMPANY, (at + 1) * TASKS_PER_COMPANY),
  )
  const letters = (await inParallel(companies, CONCURRENCY, (of) => deliverForCompany(gauntlet, of))).flat()
  const taskIds = letters.map(({ taskId }) => taskId)
  await until('all emails are recorded as sent', () => sentWithin(gauntlet.database, taskIds), SENT_WITHIN_MS)
  return letters
}
