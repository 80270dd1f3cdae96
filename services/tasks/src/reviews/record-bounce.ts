import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { addEvent } from '@app/chassis/messaging/outbox.ts'
import type { ReviewEmailBounced } from '@app/contracts/events/campaigns.ts'
import type { ReviewEmailRefused } from '@app/contracts/events/notifications.ts'
import { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import { recordColleaguesBounce } from '../colleagues/record-bounce.ts'
import type { Tables } from '../db/tables.ts'
import type { ConsumerDeps } from '../deps.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { lockTask, setEmailBounced } from '../tasks/task.repository.ts'
import { findLink, markBounced } from './review-link.repository.ts'

/**
 * Marks a review link whose email bounced, or was rejected by the mail relay. If the preview of the link is current, marks the task, too.
 * Repeated bounces have no effect. If the email was sent to a colleague, only the colleague is marked.
 */
export async function recordBounce(
  trx: Transaction<Tables>,
  { store }: Pick<ConsumerDeps, 'store'>,
  { data, time }: ReceivedEvent<typeof ReviewEmailBounced | typeof ReviewEmailRefused>,
): Promise<void> {
  const link = await findLink(trx, data.reviewLinkId)
  // The return path of an invitation contains the id of the colleague instead of the id of a link.
  if (link?.recipientKind !== 'owner') return recordColleaguesBounce(trx, link?.recipientId ?? data.reviewLinkId)
  const task = await lockTask(trx, link.taskId, undefined)
  if (!task || !(await markBounced(trx, link.id, time))) return
  const { id, previewNo, recipientKind, recipientId, email } = link
  if (previewNo === task.previewNo) await setEmailBounced(trx, task._id, true)
  await addEvent(trx, RecipientUnreachable, {
    aggregateId: task._id,
    version: task.version,
    data: { ...eventPayload(task, store.publicUrl), reviewLink: { id, recipientKind, recipientId }, email, status: data.status },
  })
}
