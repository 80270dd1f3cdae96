import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { ReminderRequested } from '@app/contracts/events/tasks.ts'
import { formatTimeWithZone } from '@app/contracts/format/times.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { REMIND_EVERY_MS } from '@app/contracts/rules/reviews.ts'
import { canReview } from '@app/contracts/rules/task-status.ts'
import type { TasksDeps } from '../deps.ts'
import { findReviewCompany } from '../reviews/review-company.repository.ts'
import { eventPayload } from './event-payload.ts'
import { markReminded } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { conflict, withLockedTask } from './with-locked-task.ts'

/**
 * Requests a reminder about the preview of a task. Throws 409 if no decision is pending, or if the owner gets no review links. Also throws
 * 409 if the owner's email address is unconfirmed, or if the email about the preview bounced. The last reminder must have been sent at
 * least four hours ago, otherwise the function throws 409, too.
 */
export function remindTask(deps: TasksDeps, caller: Caller, ref: string, idempotency: IdempotentRequest): Promise<Task> {
  return withLockedTask(deps, caller, ref, async (trx, task) => {
    const { previewNo, remindedAt } = task
    if (previewNo === null || !canReview(task))
      throw conflict(deps, task, 'not-waiting', 'No preview of this task is waiting for a decision.')
    const { reviewLinks, isOwnerConfirmed } = await findReviewCompany(trx, task.companyProfileId)
    if (!reviewLinks)
      throw conflict(
        deps,
        task,
        'reminders-off',
        'This client has switched off review links, so we send no reminders. Please call instead.',
      )
    if (!isOwnerConfirmed)
      throw conflict(deps, task, 'address-unconfirmed', 'This client has not confirmed the email address yet. Please call instead.')
    if (task.emailBounced) throw conflict(deps, task, 'email-bounced', 'Our email to this client bounced. Please call instead.')
    const now = deps.now()
    if (remindedAt !== null && now.getTime() - Date.parse(remindedAt) < REMIND_EVERY_MS)
      throw conflict(deps, task, 'reminded-recently', tooEarly(remindedAt, deps.timeZone))
    await markReminded(trx, [{ taskId: task._id, previewNo }], now.toISOString())
    const data = { ...eventPayload(task, deps.store.publicUrl), previewNo }
    await addEvent(trx, ReminderRequested, { aggregateId: task._id, version: task.version, data })
    return idempotency.storeResponse(trx, toTask({ ...task, remindedAt: now.toISOString() }, deps.store.publicUrl))
  })
}

function tooEarly(remindedAt: string, timeZone: string): string {
  const last = new Date(remindedAt)
  const next = new Date(last.getTime() + REMIND_EVERY_MS)
  return `The client was reminded at ${formatTimeWithZone(last, timeZone)}. You can send the next reminder at ${formatTimeWithZone(next, timeZone)}.`
}
