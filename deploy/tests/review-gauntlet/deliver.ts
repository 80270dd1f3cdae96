import { png } from '@app/chassis/testing/pictures.ts'
import { until } from '../bench/owner.ts'
import { assignTask, createCompany, must, signUpOwner, weekly } from '../support/client.ts'
import { inParallel } from '../support/in-parallel.ts'
import type { Gauntlet } from './gauntlet.ts'
import { areAllSent } from './stored.ts'

const CONCURRENCY = 8
const SENT_WITHIN_MS = 120_000
/** Number of tasks of each company, as many as `plan.ts` plans for one company. Each task has one review link. */
const TASKS_PER_COMPANY = 20

/** A delivered preview with the email about it. */
export interface Letter {
  title: string
  taskId: string
  ownerToken: string
  html: string
  link: string
}

/** Delivers a preview of a task, which sends an email with a review link. */
export const deliverPreview = ({ newClient, adminToken }: Gauntlet, taskId: string): Promise<object> =>
  must(newClient()('POST', `/admin/upload-task-image/${taskId}`, { token: adminToken, files: { image: png() } }))

/** Signs up an owner with a confirmed email address, creates a company, and delivers a preview of each of its tasks. */
async function deliverForCompany(gauntlet: Gauntlet, titles: readonly string[]): Promise<Letter[]> {
  const { newClient, inbox, database } = gauntlet
  const send = newClient()
  const { email, token: ownerToken } = await signUpOwner(send)
  await must(send('POST', '/verify-email', { json: { token: await inbox.verificationToken(email) } }))
  const { _id: companyId } = await createCompany(send, ownerToken)
  const confirmed = () => database.query('select from tasks.owner_address where email = $1 and is_confirmed', [email])
  await until('the service tasks knows the confirmed address', async () => (await confirmed()).rowCount === 1, SENT_WITHIN_MS)
  const letters: Letter[] = []
  for (const title of titles) {
    const { _id: taskId } = await assignTask(send, ownerToken, companyId, title, weekly)
    await deliverPreview(gauntlet, taskId)
    const [mail] = await inbox.reviewMails(title, 1)
    if (!mail?.link) throw new Error(`The email about ${title} has no review link`)
    letters.push({ title, taskId, ownerToken, ...mail })
  }
  return letters
}

/** Delivers a preview for each title. Resolves when the product has recorded that all emails were sent. */
export async function deliverAll(gauntlet: Gauntlet, titles: readonly string[]): Promise<Letter[]> {
  const firsts = [...titles.keys()].filter((at) => at % TASKS_PER_COMPANY === 0)
  const companies = firsts.map((first) => titles.slice(first, first + TASKS_PER_COMPANY))
  const letters = (await inParallel(companies, CONCURRENCY, (of) => deliverForCompany(gauntlet, of))).flat()
  const taskIds = letters.map(({ taskId }) => taskId)
  await until('all emails are recorded as sent', () => areAllSent(gauntlet.database, taskIds), SENT_WITHIN_MS)
  return letters
}
