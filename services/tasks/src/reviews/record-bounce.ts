import { addEvent } from '@app/chassis/messaging/outbox.ts'
import { RecipientUnreachable } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import { recordColleaguesBounce } from '../colleagues/record-report.ts'
import type { Tables } from '../db/tables.ts'
import { eventPayload } from '../tasks/event-payload.ts'
import { lockTask, setEmailBounced } from '../tasks/task.repository.ts'
import { isOwnersAddress } from './owner-address.repository.ts'
import { findLink, markBounced } from './review-link.repository.ts'

interface Bounce {
  /** Id in the return path of the email. */
  returnId: string
  /** Status code of RFC 3463. */
  status: string
  /** When the bounce was received, or the email rejected. */
  time: string
}

/**
 * Marks a review link whose email bounced, or was rejected by the mail relay. If the preview of the link is current, marks the task, too.
 * Repeated bounces have no effect. If the email was sent to a colleague, only the colleague is marked. If the owner has another address now,
 * only the link is marked.
 */
export async function recordBounce(trx: Transaction<Tables>, { returnId, status, time }: Bounce): Promise<void> {
  const link = await findLink(trx, returnId)
  // The return path of an invitation contains the id of the colleague instead of the id of a link.
  if (link?.recipientKind !== 'owner') return recordColleaguesBounce(trx, link?.recipientId ?? returnId)
  const task = await lockTask(trx, link.taskId, undefined)
  if (!task || !(await markBounced(trx, link.id, time))) return
  if (!(await isOwnersAddress(trx, link.recipientId, link.email))) return
  await setEmailBounced(trx, link, true)
  await addEvent(trx, RecipientUnreachable, { aggregateId: task._id, version: task.version, data: { ...eventPayload(task), status } })
}
