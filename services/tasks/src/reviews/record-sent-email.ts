import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { EmailSent } from '@app/contracts/events/notifications.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findSentReminder, markReminderSent } from '../reminders/reminder.repository.ts'
import { lockTasks, markReminded, setEmailBounced } from '../tasks/task.repository.ts'
import { lockOwnerAddressShared } from './owner-address.repository.ts'
import { clearBounce, findBouncedBefore, markSent } from './review-link.repository.ts'

/**
 * Records that the mail relay accepted an email of this service: stores the time in the review links of the email, and clears the mark of
 * an older bounce in the link and in the task. A reminder to the owner is counted for the previews that it listed. The README explains the
 * order of the locks.
 */
export async function recordSentEmail(trx: Transaction<Tables>, { data }: ReceivedEvent<typeof EmailSent>): Promise<void> {
  const { topic, about, recipient, returnId, sentAt } = data
  const reminder = topic === 'reminder' ? await findSentReminder(trx, about, recipient.id, sentAt) : undefined
  // Without a review link, `returnId` is the id of a colleague. No link has this id.
  const bounced = returnId === undefined ? undefined : await findBouncedBefore(trx, returnId, sentAt)
  const listed = reminder?.listed ?? []
  await lockTasks(
    trx,
    [...listed, ...(bounced ? [bounced] : [])].map(({ taskId }) => taskId),
  )
  if (reminder) await lockOwnerAddressShared(trx, reminder.ownerId)
  if (bounced) await clearBounce(trx, bounced.linkId)
  const linkIds = listed.flatMap(({ reviewLinkId }) => reviewLinkId ?? [])
  await markSent(trx, returnId === undefined ? linkIds : [returnId, ...linkIds], sentAt)
  if (bounced) await setEmailBounced(trx, bounced, false)
  const isReminderOfOwner = reminder !== undefined && recipient.kind === 'owner'
  if (isReminderOfOwner && (await markReminderSent(trx, about, sentAt))) await markReminded(trx, listed, reminder.remindedAt, 1)
}
