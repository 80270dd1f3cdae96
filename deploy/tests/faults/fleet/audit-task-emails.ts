import { setTaskEmails } from '@app/contracts/http/task-emails.ts'
import type pg from 'pg'
import { admin } from '../../support/product.ts'
import { type Ask, requestUntilSuccess, zeroFigures } from './ask.ts'
import { compare, countsOf, type Finding } from './finding.ts'
import { type StoryResult, signInAdmin } from './story.ts'

/** Templates of the emails to the admin about tasks. */
export const taskEmailTemplates = ['task-assigned', 'referred-back', 'approved', 'task-digest']

/**
 * Sets the emails to the admin about tasks to a daily digest. The test usually ends before this digest is due, so the product collects the
 * changes until `sendTaskDigest` is called.
 */
export async function gatherTaskEmails(database: pg.Pool): Promise<void> {
  await database.query(`
    insert into notifications.task_email_choice (user_id, frequency)
    select user_id, 'daily' from notifications.recipient where role = 'admin' on conflict do nothing`)
}

/** Makes the product send the collected changes in a digest. */
export async function sendTaskDigest(origin: string): Promise<void> {
  const ask: Ask = (options) => requestUntilSuccess(origin, zeroFigures(), options)
  const token = await signInAdmin(ask, admin)
  await ask({ method: setTaskEmails.method, path: setTaskEmails.url, token, json: { frequency: 'at-once' } })
}

/**
 * Number of approved tasks in a digest, according to its subject. A digest with only one task has the same subject as an email about a
 * single task.
 */
const approvedIn = (subject: string): number =>
  Number(/(\d+)(?: tasks?)? approved$/.exec(subject)?.[1] ?? /^(?:Approved|Unconfirmed approval) by /.test(subject))

/**
 * Checks that the admin got one email about each approved task that is not launched. The email is a digest, or an email about a single
 * task. The product sends emails about single tasks if the admin chose `at-once`, or if its release has no digests.
 */
export async function auditTaskEmails(database: pg.Pool, stories: readonly StoryResult[]): Promise<Finding> {
  const expected = stories.reduce((sum, { review }) => sum + (review ? 2 : 1), 0)
  const single = await countsOf(
    database,
    `select mail.id as key, 1 as count from notifications.mail join tasks.task on task.id = mail.about
     where mail.template = 'approved' and mail.state = 'sent' and task.status = 'Approved'`,
  )
  const { rows } = await database.query<{ subject: string }>(
    "select subject from notifications.mail where template = 'task-digest' and state = 'sent'",
  )
  const emailed = single.size + rows.reduce((sum, { subject }) => sum + approvedIn(subject), 0)
  const finding = compare('approved tasks in emails to the admin', new Map([['approved', emailed]]), new Map([['approved', expected]]))
  return { ...finding, note: `${rows.length} digests, ${single.size} single emails` }
}
