import { listCompanyRecord, type RecordEntry } from '@app/contracts/http/company-record.ts'
import { approveReview, getReview, type Review, undoReview } from '@app/contracts/http/reviews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { RecordKind } from '@app/contracts/rules/decision-record.ts'
import { HOLD_MS } from '@app/contracts/rules/reviews.ts'
import { type Client, mailTo, must, reviewTokenIn } from '../tests/support/client.ts'

/** The owner's emails in the mail inbox of the local run. */
export interface Mailbox {
  inboxUrl: string
  email: string
}

const EMAIL_TIMEOUT_MS = 30_000

/**
 * Observations that the page of a review link sends with a decision. These values mean that a person pressed and held the page's button.
 */
const interaction = { pointerOrKey: true, heldMs: HOLD_MS, automated: false }

/** Closes the owner's mailbox, so that further emails bounce. */
export async function closeMailbox({ inboxUrl, email }: Mailbox): Promise<void> {
  const response = await fetch(`${inboxUrl}/closed/${email}`, { method: 'PUT' })
  if (!response.ok) throw new Error(`The mailbox of ${email} could not be closed: ${await response.text()}`)
}

/** Waits for the email about the preview of a task, and returns its text. */
export async function waitForReviewEmail({ inboxUrl, email }: Mailbox, { title }: Task): Promise<string> {
  return (await mailTo(inboxUrl, email, new RegExp(`^Ready for your review: ${title}$`), EMAIL_TIMEOUT_MS)).text
}

/** Opens the review link in the email about a task. Returns the token of the link, and the number of its preview. */
async function openReview(send: Client, mailbox: Mailbox, task: Task): Promise<{ token: string; previewNo: number }> {
  const token = reviewTokenIn(await waitForReviewEmail(mailbox, task))
  const { state, preview } = await must(send<Review>(getReview.method, getReview.url.replace(':token', token)))
  if (!preview) throw new Error(`The review link of the task "${task.title}" is ${state}.`)
  return { token, previewNo: preview.number ?? 0 }
}

export async function approveThroughLink(send: Client, mailbox: Mailbox, task: Task): Promise<void> {
  const { token, previewNo } = await openReview(send, mailbox, task)
  await must(send(approveReview.method, approveReview.url.replace(':token', token), { json: { previewNo, interaction } }))
}

export async function undoThroughLink(send: Client, mailbox: Mailbox, task: Task, reason: string): Promise<void> {
  const { token, previewNo } = await openReview(send, mailbox, task)
  await must(send(undoReview.method, undoReview.url.replace(':token', token), { json: { previewNo, reason } }))
}

/** Returns whether the decision record contains a decision of this kind about a task. */
export async function isRecorded(send: Client, token: string, { companyProfileId, taskId }: Task, kind: RecordKind): Promise<boolean> {
  const url = listCompanyRecord.url.replace(':companyProfileId', companyProfileId)
  const entries = await must(send<RecordEntry[]>(listCompanyRecord.method, url, { token }))
  return entries.some((entry) => entry.kind === kind && entry.taskId === taskId)
}
