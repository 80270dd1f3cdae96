import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { ReminderDue } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { allAdmins } from '../task-emails/choice.repository.ts'
import { recipientOf } from './recipient-of.ts'

/**
 * Reminds the owner and colleagues of the previews that wait for a decision, or tells all admins which previews must be decided today,
 * regardless of the emails about tasks that they chose.
 */
export async function remind(trx: Transaction<Tables>, { id: eventId, data }: ReceivedEvent<typeof ReminderDue>): Promise<void> {
  const { reminderId: about, isToAdmins, recipients } = data
  const admins = isToAdmins ? await allAdmins(trx) : []
  await requestMails(trx, 'tasks', [
    ...recipients.map((recipient) => ({ eventId, topic: 'reminder' as const, about, recipient: recipientOf(recipient) })),
    ...admins.map(({ userId: id }) => ({ eventId, topic: 'posting-soon' as const, about, recipient: { kind: 'admin' as const, id } })),
  ])
}
