import { setTimeout as sleep } from 'node:timers/promises'
import { uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import { remindTask } from '@app/contracts/http/remind-task.ts'
import { confirmApproval } from '@app/contracts/http/reviews.ts'
import { listTasks, type Task, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { addDays, type CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { REVIEW_GAP_DAYS } from '@app/contracts/rules/task-dates.ts'
import { hasFreshPreview } from '@app/contracts/rules/task-status.ts'
import { type Client, must } from '../tests/support/client.ts'
import { approveThroughLink, type Mailbox, undoThroughLink, waitForReviewEmail, wasUndone } from './decide-by-link.ts'
import { type Poster, posterImage, swatchImage } from './pictures/poster.ts'
import { previewForm } from './preview-form.ts'
import type { StoryCompany, StoryPreview, StoryTask } from './story/story.ts'
import { resolveNotes, writeNotes } from './write-notes.ts'

const RECURS_FOR_DAYS = 180

export interface Cast {
  send: Client
  ownerToken: string
  adminToken: string
  /** Undefined if emails are sent to real mailboxes. Then the owner makes all decisions in the portal. */
  mailbox: Mailbox | undefined
}

/** Returns the text fields of a `StoryTask`, without dates, pictures and history. */
function taskInputOf(task: StoryTask): Record<string, string> {
  const {
    platforms,
    recurrence,
    reference,
    previews,
    feedback,
    notes,
    draft,
    approved,
    throughLink,
    undone,
    reminded,
    posted,
    second,
    ...texts
  } = task
  return { ...texts, ...Object.fromEntries(platforms.map((platform) => [platform, 'true'])) }
}

function recurrenceOf({ recurrence }: StoryTask, from: CalendarDate): Record<string, string> {
  if (!recurrence) return {}
  return {
    isRecurring: 'true',
    recurrenceType: recurrence.type,
    recurrenceStartDate: from,
    recurrenceEndDate: addDays(from, RECURS_FOR_DAYS),
    ...(recurrence.week ? { monthlyWeek: recurrence.week, monthlyDayOfWeek: recurrence.day } : { weeklyDayOfWeek: recurrence.day }),
  }
}

async function assign({ send, ownerToken }: Cast, company: StoryCompany, companyProfileId: string, task: StoryTask, target: CalendarDate) {
  const submissionForReview = addDays(target, -REVIEW_GAP_DAYS)
  const dates = task.recurrence ? recurrenceOf(task, submissionForReview) : { submissionForReview, targetPostingDate: target }
  const files = task.reference && { referenceImage: swatchImage(company.logo.palette) }
  const fields = { companyProfileId, ...taskInputOf(task), ...dates }
  return must(send<Task>('POST', '/task/create-task', { token: ownerToken, fields, files }))
}

/** Delivers a preview, or saves it as a draft. A draft replaces the task's previous draft. */
async function upload({ send, adminToken }: Cast, taskId: string, preview: StoryPreview, brand: string, deliver: boolean): Promise<void> {
  const { fields, files } = await previewForm(preview, brand)
  const url = uploadPreview.url.replace(':id', taskId)
  await must(send(uploadPreview.method, url, { token: adminToken, fields: { ...fields, deliver: String(deliver) }, files }))
}

/** Delivers a preview: one picture with `uploadTaskImage`, or files and a caption with `uploadPreview`. */
async function deliver(cast: Cast, taskId: string, preview: Poster | StoryPreview, brand: string): Promise<void> {
  if ('files' in preview) return upload(cast, taskId, preview, brand, true)
  const files = { image: posterImage(preview, brand) }
  await must(cast.send(uploadTaskImage.method, uploadTaskImage.url.replace(':id', taskId), { token: cast.adminToken, files }))
}

interface Progress {
  previews: number
  feedback: number
  approved: boolean
  posted: boolean
}

/** Returns the completed steps of a task's history. */
function progressOf(task: Task): Progress {
  const feedback = task.rollbackFeedback.length
  const posted = task.currentStatus === 'Posted'
  return { previews: feedback + (hasFreshPreview(task) ? 1 : 0), feedback, approved: posted || task.currentStatus === 'Approved', posted }
}

/** Approves a task as `story` requires: through the review link or in the portal. If `story.undone` is set, first undoes an approval. */
async function decide(cast: Cast, task: Task, story: StoryTask, isApproved: boolean): Promise<void> {
  const { send, ownerToken, mailbox } = cast
  if (story.undone && mailbox && !(await wasUndone(send, ownerToken, task))) {
    if (!isApproved) await approveThroughLink(send, mailbox, task)
    await undoThroughLink(send, mailbox, task, story.undone)
  }
  if (!story.approved && !story.posted) return
  if (!isApproved && story.throughLink && mailbox) await approveThroughLink(send, mailbox, task)
  else if (!isApproved) await must(send('PUT', `/task/update-task/${task._id}`, { token: ownerToken, json: { currentStatus: 'Approved' } }))
  // The demo approves so soon after the email that the product asks the owner to confirm the approval.
  if (story.throughLink && mailbox) await must(send('POST', confirmApproval.url.replace(':id', task._id), { token: ownerToken }))
}

const SECOND_TIMEOUT_MS = 30_000
const POLL_MS = 500

/** Waits for the second task of a series. The product creates it a few seconds after the first task was posted. */
async function waitForSecond(send: Client, token: string, { companyProfileId, seriesId, title }: Task): Promise<Task> {
  for (const until = Date.now() + SECOND_TIMEOUT_MS; Date.now() < until; await sleep(POLL_MS)) {
    const tasks = await must(send<Task[]>('GET', listTasks.url.replace(':companyProfileId', companyProfileId), { token }))
    const second = tasks.find((task) => task.seriesId === seriesId && task.occurrenceNo === 2)
    if (second) return second
  }
  throw new Error(`The second task "${title}" did not appear.`)
}

/** Assigns a task unless it was `found`. Then performs the steps in `story` that are not completed yet: previews, feedback and so on. */
export async function playTask(
  cast: Cast,
  company: StoryCompany,
  companyProfileId: string,
  story: StoryTask,
  target: CalendarDate,
  found: Task | undefined,
): Promise<void> {
  const { send, ownerToken, adminToken, mailbox } = cast
  const task = found ?? (await assign(cast, company, companyProfileId, story, target))
  const { _id } = task
  const { companyName } = company.profile
  const done = progressOf(task)
  for (const [round, preview] of story.previews.entries()) {
    if (round >= done.previews) await deliver(cast, _id, preview, companyName)
    await writeNotes(cast, _id, story.notes?.[round] ?? [])
    const feedback = story.feedback?.[round]
    if (feedback && round >= done.feedback)
      await must(send('PUT', `/task/add-feedback-image/${_id}`, { token: ownerToken, fields: { feedback } }))
  }
  await resolveNotes(cast, _id, story.notes?.flat() ?? [])
  if (story.draft) await upload(cast, _id, story.draft, companyName, false)
  await decide(cast, task, story, done.approved)
  if (story.posted && !done.posted) {
    const json = { currentStatus: 'Posted', adminPostComment: story.posted }
    await must(send('PUT', `/task/update-task/${_id}`, { token: adminToken, json }))
  }
  if (story.second) {
    const second = await waitForSecond(send, ownerToken, task)
    if (!hasFreshPreview(second)) await deliver(cast, second._id, story.second, companyName)
  }
  if (story.reminded && mailbox && !task.remindedAt) {
    await waitForReviewEmail(mailbox, task)
    await must(send(remindTask.method, remindTask.url.replace(':id', _id), { token: adminToken }))
  }
}
