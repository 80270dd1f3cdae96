import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PostDue } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { allAdmins } from '../task-emails/choice.repository.ts'
import { companyOf, titleOf } from './names.ts'
import { react } from './tasks.ts'

/** Tells the admins that a task must be posted now: in the list, and at once by email to all who chose emails about tasks. */
export async function reportDuePost(trx: Transaction<Tables>, event: ReceivedEvent<typeof PostDue>, now: Date): Promise<void> {
  const { id: eventId, data } = event
  await react(trx, event, now, { admins: `It is time to post ${titleOf(data)} of ${companyOf(data)}.` })
  const emailed = (await allAdmins(trx)).filter(({ frequency }) => frequency !== 'none')
  await requestMails(
    trx,
    'tasks',
    emailed.map(({ userId: id }) => ({ eventId, topic: 'post-due', about: data.reminderId, recipient: { kind: 'admin', id } })),
  )
}
