import { remindTask } from '@app/contracts/http/remind-task.ts'
import { confirmApproval } from '@app/contracts/http/reviews.ts'
import { adminCreateTask, createTask, type Task } from '@app/contracts/http/tasks.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import { hasFreshPreview } from '@app/contracts/rules/task-status.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { launchTask, removeByAdmin, withdrawWrongPreview } from './correct-task.ts'
import { datesOf } from './dates-of-task.ts'
import { approveThroughLink, closeMailbox, isRecorded, undoThroughLink, waitForReviewEmail } from './decide-by-link.ts'
import { deliverPreview, saveDraft } from './deliver-preview.ts'
import { swatchImage } from './pictures/poster.ts'
import type { StoryCompany, StoryTask } from './story/story.ts'
import { resolveNotes, writeNotes } from './write-notes.ts'

/** Returns the texts and platforms of a task as fields of the form. */
const briefOf = (task: StoryTask): Record<string, string> => ({
  ...Object.fromEntries(briefTexts.flatMap((name) => (task[name] === undefined ? [] : [[name, task[name]]]))),
  ...Object.fromEntries(task.platforms.map((platform) => [platform, 'true'])),
})

async function assign(cast: Cast, company: StoryCompany, companyProfileId: string, task: StoryTask, target: CalendarDate) {
  const { send, ownerToken, adminToken } = cast
  const files = task.reference && { referenceImage: swatchImage(company.logo.palette) }
  const fields = { companyProfileId, ...briefOf(task), ...datesOf(company, task, target, cast.timeZone) }
  if (task.byAgency || task.dueNow) return must(send<Task>('POST', adminCreateTask.url, { token: adminToken, fields, files }))
  return must(send<Task>('POST', createTask.url, { token: ownerToken, fields, files }))
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
  if (story.undone && mailbox && !(await isRecorded(send, ownerToken, task, 'undo'))) {
    if (!isApproved) await approveThroughLink(send, mailbox, task)
    await undoThroughLink(send, mailbox, task, story.undone)
  }
  if (!story.approved && !story.posted) return
  if (!isApproved && story.throughLink && mailbox) await approveThroughLink(send, mailbox, task)
  else if (!isApproved) await must(send('PUT', `/task/update-task/${task._id}`, { token: ownerToken, json: { currentStatus: 'Approved' } }))
  // The demo approves so soon after the email that the product asks the owner to confirm the approval.
  if (story.throughLink && mailbox) await must(send('POST', confirmApproval.url.replace(':id', task._id), { token: ownerToken }))
}

/**
 * Assigns a task unless it was `found`. Then performs the steps in `story` that are not completed yet: previews, feedback and so on. Returns
 * the task as it was before these steps.
 */
export async function playTask(
  cast: Cast,
  company: StoryCompany,
  companyProfileId: string,
  story: StoryTask,
  target: CalendarDate,
  found: Task | undefined,
): Promise<Task> {
  const { send, ownerToken, adminToken, mailbox } = cast
  const task = found ?? (await assign(cast, company, companyProfileId, story, target))
  const { _id } = task
  const { companyName } = company.profile
  const done = progressOf(task)
  if (story.bounces && mailbox) await closeMailbox(mailbox)
  for (const [round, preview] of story.previews.entries()) {
    if (round >= done.previews) await deliverPreview(cast, _id, preview, companyName)
    await writeNotes(cast, _id, story.notes?.[round] ?? [])
    const feedback = story.feedback?.[round]
    if (feedback && round >= done.feedback)
      await must(send('PUT', `/task/add-feedback-image/${_id}`, { token: ownerToken, fields: { feedback } }))
  }
  if (story.withdrawn) await withdrawWrongPreview(cast, task, story.withdrawn, companyName)
  await resolveNotes(cast, _id, story.notes?.flat() ?? [])
  if (story.draft) await saveDraft(cast, _id, story.draft, companyName)
  await decide(cast, task, story, done.approved)
  if (story.posted && !done.posted) await launchTask(cast, task, story.posted, story.links)
  if (story.reminded && mailbox && !task.remindedAt) {
    await waitForReviewEmail(mailbox, task)
    await must(send(remindTask.method, remindTask.url.replace(':id', _id), { token: adminToken }))
  }
  if (story.removed) await removeByAdmin(cast, task, story.removed)
  return task
}
