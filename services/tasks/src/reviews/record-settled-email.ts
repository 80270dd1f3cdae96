import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { EmailSettled } from '@app/contracts/events/notifications.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { findSentReminder, markReminderSent } from '../reminders/reminder.repository.ts'
import { lockTasks, markReminded, setEmailBounced } from '../tasks/task.repository.ts'
import { lockOwnerAddressShared } from './owner-address.repository.ts'
import { recordBounce } from './record-bounce.ts'
import { findBouncedBefore, markSent } from './review-link.repository.ts'

/**
 * Records that the mail relay accepted an email of this service: stores the time in the review links of the email, and clears the mark of
 * an older bounce in the link and in the task. A reminder to the owner is counted for the previews that it listed. The README explains the
 * order of the locks.
 */
async function recordSentEmail(
  trx: Transaction<Tables>,
  { topic, about, recipient, returnId }: EventData<typeof EmailSettled>,
  sentAt: string,
): Promise<void> {
  const reminder = topic === 'reminder' ? await findSentReminder(trx, about, recipient.id, sentAt) : undefined
  // Without a review link, `returnId` is the id of a colleague. No link has this id.
  const bounced = returnId === undefined ? undefined : await findBouncedBefore(trx, returnId, sentAt)
  const listed = reminder?.listed ?? []
  await lockTasks(
    trx,
    [...listed, ...(bounced ? [bounced] : [])].map(({ taskId }) => taskId),
  )
  if (reminder) await lockOwnerAddressShared(trx, reminder.ownerId)
  if (bounced) await trx.updateTable('review_link').set({ bounced_at: null }).where('id', '=', bounced.linkId).execute()
  const linkIds = listed.flatMap(({ reviewLinkId }) => reviewLinkId ?? [])
  await markSent(trx, returnId === undefined ? linkIds : [returnId, ...linkIds], sentAt)
  if (bounced) await setEmailBounced(trx, bounced, false)
  const isReminderOfOwner = reminder !== undefined && recipient.kind === 'owner'
  if (isReminderOfOwner && (await markReminderSent(trx, about, sentAt))) await markReminded(trx, listed, reminder.remindedAt, 1)
}

/** Records that the mail relay accepted an email of this service, or rejected it because the recipient's address does not exist. */
export async function recordSettledEmail(trx: Transaction<Tables>, { data, time }: ReceivedEvent<typeof EmailSettled>): Promise<void> {
  const { returnId, sentAt, status } = data
  if (sentAt !== undefined) return recordSentEmail(trx, data, sentAt)
  if (returnId !== undefined && status !== undefined) await recordBounce(trx, { returnId, status, time })
}
