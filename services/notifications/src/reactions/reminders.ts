import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PostingSoon, ReminderDue } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { allAdmins } from '../task-emails/choice.repository.ts'
import { recipientOf } from './recipient-of.ts'

/** Reminds the owner and colleagues of the previews that wait for a decision. */
export async function remindRecipients(trx: Transaction<Tables>, { id: eventId, data }: ReceivedEvent<typeof ReminderDue>): Promise<void> {
  const { reminderId: about, recipients } = data
  await requestMails(
    trx,
    'tasks',
    recipients.map((recipient) => ({ eventId, topic: 'reminder', about, recipient: recipientOf(recipient) })),
  )
}

/** Tells all admins which previews must be decided today, regardless of the emails about tasks that they chose. */
export async function remindAdmins(trx: Transaction<Tables>, { id: eventId, data }: ReceivedEvent<typeof PostingSoon>): Promise<void> {
  const admins = await allAdmins(trx)
  await requestMails(
    trx,
    'tasks',
    admins.map(({ userId: id }) => ({ eventId, topic: 'posting-soon', about: data.reminderId, recipient: { kind: 'admin', id } })),
  )
}
