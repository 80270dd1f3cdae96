import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { formatTimeWithZone } from '@app/contracts/format/times.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { nextReminderAt, remindRefusal, remindRefusals } from '@app/contracts/rules/reminders.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { TasksDeps } from '../deps.ts'
import { remindNow } from '../reminders/add-reminder.ts'
import { issueLinks } from '../reviews/issue-links.ts'
import { findReviewCompany } from '../reviews/review-company.repository.ts'
import { hasBouncedAddress, hasOwnersLink } from '../reviews/review-link.repository.ts'
import { markReminded } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { conflict, withLockedTask } from './with-locked-task.ts'

/**
 * Adds a reminder of the company's waiting previews. Its emails list the preview of a task first. Throws 409 if no decision is pending, or
 * if the owner gets no review links. Also throws 409 if the owner's email address is unconfirmed, or if an email to it bounced. The last
 * reminder must have been sent at least four hours ago, otherwise the function throws 409, too. Only previews with a link for the owner are
 * reminded of. If the preview has none, because it was delivered while the owner got no review links, the function creates it. A company
 * for which `hasReminder` returns true has just got a reminder. It gets no further one if that reminder lists this preview, too.
 */
export function remindTask(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  idempotency: IdempotentRequest,
  hasReminder: (companyId: string) => boolean = () => false,
): Promise<Task> {
  return withLockedTask(deps, caller, ref, async (trx, task) => {
    const { previewNo, remindedAt } = task
    if (previewNo === null || !canReview(task))
      throw conflict(deps, task, 'not-waiting', 'No preview of this task is waiting for a decision.')
    const { _id: firstTaskId, companyProfileId: companyId, ownerId } = task
    const { reviewLinks, isOwnerConfirmed, timeZone } = await findReviewCompany(trx, companyId)
    const emailBounced = task.emailBounced || (await hasBouncedAddress(trx, ownerId))
    const refusal = remindRefusal({ reviewLinks, isOwnerConfirmed, emailBounced })
    if (refusal) throw conflict(deps, task, refusal, remindRefusals[refusal])
    const now = deps.now()
    if (remindedAt !== null && now.getTime() < nextReminderAt(task))
      throw conflict(deps, task, 'reminded-recently', tooEarly(remindedAt, deps.timeZone))
    if (!(await hasOwnersLink(trx, task._id, previewNo))) await issueLinks(trx, deps, task, previewNo)
    await remindNow(trx, { companyId, ownerId, timeZone, now: deps.now(), firstTaskId, isReminded: hasReminder(companyId) })
    // The consumer of `EmailSettled` counts the email after it was sent.
    await markReminded(trx, [{ taskId: task._id, previewNo }], now.toISOString(), 0)
    return idempotency.storeResponse(trx, toTask({ ...task, remindedAt: now.toISOString() }, deps.store.publicUrl))
  })
}

function tooEarly(remindedAt: string, timeZone: string): string {
  const last = new Date(remindedAt)
  const next = new Date(nextReminderAt({ remindedAt }))
  return `The company was reminded at ${formatTimeWithZone(last, timeZone)}. You can send the next reminder at ${formatTimeWithZone(next, timeZone)}.`
}
