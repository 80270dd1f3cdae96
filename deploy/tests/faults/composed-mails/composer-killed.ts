import { setTimeout as sleep } from 'node:timers/promises'
import { unlessInterrupted } from '../../bench/interruption.ts'
import { say, sayFindings } from '../fleet/report.ts'
import { until } from '../fleet/sending.ts'
import { auditMails, countWork, type ExpectedMail } from './audit-mails.ts'
import {
  addOwners,
  addTasks,
  deliverPreviews,
  endAll,
  type MailedProduct,
  startAll,
  timeOfWelcome,
  WELCOME_MAX_MS,
} from './mailed-product.ts'

const TASKS = 800
const PREVIEWS = 200
const MAILS = TASKS + PREVIEWS
/** Number of emails about tasks that a process of `notifications` sends at a time. */
const CONNECTIONS = 8
/** Within this time, a running process knows whether the relay has accepted an email. */
const OUTCOME_KNOWN_MS = 3_000

/** Creates tasks and previews while `notifications` is stopped, and stops `tasks` when all events are published. */
async function causeMails(product: MailedProduct): Promise<ExpectedMail[]> {
  const { database, tasks, notifications } = product
  const owners = await addOwners(product)
  await endAll(notifications, 'SIGTERM')
  const added = await addTasks(product, owners, TASKS)
  const previewed = added.slice(0, PREVIEWS)
  await deliverPreviews(product, previewed)
  await until('all events are published', async () => (await database.query('select from tasks.outbox limit 1')).rowCount === 0)
  await endAll(tasks, 'SIGKILL')
  await startAll(notifications)
  await until('all emails wait for their content', async () => (await countWork(database, ['queued'])) === MAILS)
  return [
    ...added.map((task) => ({ topic: 'task-created-for-you', task, outcome: 'sent' }) as const),
    ...previewed.map((task) => ({ topic: 'preview-ready', task, outcome: 'sent' }) as const),
  ]
}

/**
 * Kills both processes of `tasks` and one of `notifications` several times while 1,000 emails wait for their content. Checks that each email
 * is received once, that the outages of `tasks` do not use up attempts, and that welcome emails, which `identity` composes, arrive meanwhile.
 */
export async function testComposerKilled(product: MailedProduct, kills: number): Promise<boolean> {
  const { database, tasks, notifications } = product
  const sentBefore = await countWork(database, ['done'])
  const hasSent = async (mails: number) => (await countWork(database, ['done'])) - sentBefore >= mails

  const expected = await causeMails(product)
  const welcomes = [await timeOfWelcome(product)]
  for (let kill = 1; kill <= kills; kill++) {
    await unlessInterrupted(startAll(tasks))
    await until('more emails are sent', () => hasSent((MAILS * kill) / (kills + 1)))
    const killed = notifications.filter((_, index) => index === kill % notifications.length)
    await endAll([...killed, ...tasks], 'SIGKILL')
    await unlessInterrupted(startAll(killed))
    welcomes.push(await timeOfWelcome(product))
  }
  await unlessInterrupted(startAll(tasks))
  const isTried = async () => (await countWork(database, ['queued', 'running'])) === 0
  await until('all emails are sent or unknown', isTried).catch((error: Error) => say(error.message))
  await unlessInterrupted(sleep(OUTCOME_KNOWN_MS))
  // Otherwise, they would be sent once more after ten minutes.
  await database.query("update notifications.work set due_at = now(), wait = '0' where state = 'unknown'")

  const slowest = Math.max(...welcomes)
  say(`\n${MAILS} emails about tasks, ${kills} kills of tasks and notifications; welcome emails took at most ${slowest} ms`)
  const findings = await auditMails(product, expected, { attempts: 1, interrupted: CONNECTIONS * kills })
  return sayFindings(findings) && slowest <= WELCOME_MAX_MS
}
