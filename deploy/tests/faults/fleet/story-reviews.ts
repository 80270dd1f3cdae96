import { listCompanyRecord, type RecordCheck, type RecordEntry, verifyCompanyRecord } from '@app/contracts/http/company-record.ts'
import { verifyEmail } from '@app/contracts/http/email-verification.ts'
import { remindTask } from '@app/contracts/http/remind-task.ts'
import { approveReview, confirmReview, getReview, type Review } from '@app/contracts/http/reviews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { HOLD_MS } from '@app/contracts/rules/reviews.ts'
import type pg from 'pg'
import { until } from '../../bench/owner.ts'
import { reviewTokenIn } from '../../support/client.ts'
import type { Ask } from './ask.ts'
import type { MailSink } from './mail-sink.ts'
import { sendTwice } from './send-twice.ts'

/** The emails of the owners, and the database of the product. */
export interface Inbox {
  sink: MailSink
  database: pg.Pool
}

const KNOWN_MS = 300_000
const CONFLICT = 409
const GONE = 410

export const REMINDER = /^Waiting for your review|previews are waiting for your review$/

/**
 * Confirms the email address of an owner with the link in the welcome email. Waits until the service `tasks` has received the event about
 * the confirmation, because a preview that is delivered before this event gets no review link.
 */
export async function confirmOwner(ask: Ask, { sink, database }: Inbox, email: string): Promise<void> {
  const { text } = await sink.mailTo(email, /welcome/i)
  const [, token] = /\/verify-email#(\S+)/.exec(text) ?? []
  await ask({ method: verifyEmail.method, path: verifyEmail.url, json: { token } })
  const isKnown = async () =>
    (await database.query('select from tasks.owner_address where email = $1 and is_confirmed', [email])).rowCount === 1
  await until(`tasks knows that ${email} is confirmed`, isKnown, KNOWN_MS)
}

interface Reviewing extends Inbox {
  token: string
  adminToken: string
  email: string
  /** A task with one preview that waits for a decision. */
  task: Task
  /** Whether the release has the decision record and reminders. */
  hasRecord: boolean
}

/**
 * Lets an owner approve the preview of a task through the review link in the email about the preview. If the product asks for a
 * confirmation, the owner confirms the approval. If `hasRecord` is true, an admin sends a reminder before the approval, and the owner
 * verifies the decision record after it. The requests for the reminder and for the approval are each sent twice at the same time.
 *
 * Throws if the decision record has an error. Also throws if the approval is not stored exactly once, as a decision through the link.
 * Returns true if the product asked for a confirmation and the owner confirmed the approval.
 */
export async function runReviewStory(ask: Ask, reviewing: Reviewing): Promise<boolean> {
  const { sink, token, adminToken, email, task, hasRecord } = reviewing
  const mail = await sink.mailTo(email, new RegExp(`^Ready for your review: ${task.title}$`))
  const reviewToken = reviewTokenIn(mail.text)
  if (hasRecord) {
    const remind = { method: remindTask.method, path: remindTask.url.replace(':id', task._id), token: adminToken }
    const reminders = await sendTwice(ask, remind, CONFLICT)
    if (reminders.length !== 1) throw new Error(`${reminders.length} of two equal reminders about the task "${task.title}" were accepted`)
    // A decision would cancel a reminder that is still queued.
    await sink.mailTo(email, REMINDER)
  }

  const pathOf = ({ url }: { url: string }) => url.replace(':token', reviewToken)
  const open = () => ask<Review>({ method: getReview.method, path: pathOf(getReview) })
  const { state } = await open()
  if (state !== 'open') throw new Error(`The review link of the task "${task.title}" is ${state}`)
  const interaction = { pointerOrKey: true, heldMs: HOLD_MS, automated: false }
  const approval = { method: approveReview.method, path: pathOf(approveReview), json: { previewNo: 1, interaction } }
  // Only one of the two requests can approve the preview. The product refuses the other request. If the response to the first request is
  // lost, the product also refuses the retry of the first request.
  await sendTwice(ask, approval, GONE)
  const { decision } = await open()
  if (decision?.kind !== 'approve' || decision.channel !== 'review-link')
    throw new Error(`The task "${task.title}" has another decision: ${JSON.stringify(decision)}`)
  if (decision.isUnconfirmed) {
    const receipt = await sink.mailTo(email, new RegExp(`^Please confirm the approval: ${task.title}$`))
    const [, code] = /^\s*(\d{6})\s*$/m.exec(receipt.text) ?? []
    await ask({ method: confirmReview.method, path: pathOf(confirmReview), json: { code } })
  }

  if (hasRecord) await verifyRecord(ask, token, task)
  return decision.isUnconfirmed
}

/**
 * Throws if the product finds an error in a company's decision record, for example a wrong hash. Also throws if the record does not contain
 * exactly one approval of the task through a review link.
 */
async function verifyRecord(ask: Ask, token: string, { companyProfileId, taskId, title }: Task): Promise<void> {
  const pathOf = ({ url }: { url: string }) => url.replace(':companyProfileId', companyProfileId)
  const { problem } = await ask<RecordCheck>({ method: verifyCompanyRecord.method, path: pathOf(verifyCompanyRecord), token })
  if (problem) throw new Error(`The decision record of the company ${companyProfileId} is broken: ${JSON.stringify(problem)}`)
  const entries = await ask<RecordEntry[]>({ method: listCompanyRecord.method, path: pathOf(listCompanyRecord), token })
  const approvals = entries.filter((entry) => entry.taskId === taskId && entry.kind === 'approve')
  if (approvals.length !== 1 || approvals[0]?.channel !== 'review-link')
    throw new Error(`The decision record has ${approvals.length} approvals of the task "${title}"`)
}
