import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { brand } from '@app/contracts/brand.ts'
import type { TaskNoteAdded } from '@app/contracts/events/task-notes.ts'
import { MESSAGE_BURST_MINUTES } from '@app/contracts/rules/notes.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications, hasNotificationAbout } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { addNotesToDigests } from '../task-emails/email-admins.ts'
import { companyOf, titleOf } from './names.ts'

/** The email to the owner waits a minute longer than messages are announced together, so that it contains all of them. */
const EMAIL_DELAY_MS = (MESSAGE_BURST_MINUTES + 1) * 60_000

/**
 * Reports a message on a task to the other side. Several messages in a row cause one message in the list, and one email to the owner after
 * the last of them, or one line in the admins' next digests.
 */
export async function reportMessage(
  trx: Transaction<Tables>,
  { type, data }: ReceivedEvent<typeof TaskNoteAdded>,
  now: Date,
): Promise<void> {
  const { _id, companyProfileId, taskId, ownerId, authorSide, noteId, burstId = noteId } = data
  // Events about messages in a row can arrive at the same time. The lock makes the second event wait.
  await sql`select pg_advisory_xact_lock(hashtext(${burstId}))`.execute(trx)
  const isFirst = !(await hasNotificationAbout(trx, burstId))
  const fromAgency = authorSide === 'agency'
  const owner = isFirst && fromAgency ? `${brand.name} wrote to you about ${titleOf(data)}.` : ''
  const admins = isFirst && !fromAgency ? `${companyOf(data)} wrote to you about ${titleOf(data)}.` : ''
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner, admins, about: burstId })
  if (!fromAgency) return addNotesToDigests(trx, { taskId: _id, companyId: companyProfileId }, now)
  const recipient = { kind: 'owner', id: ownerId } as const
  const mail = { eventId: burstId, topic: 'messages-written', about: burstId, companyId: companyProfileId } as const
  await requestMails(trx, 'tasks', [{ ...mail, recipient, delayMs: EMAIL_DELAY_MS }])
}
