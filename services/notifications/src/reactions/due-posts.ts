import { managerOf } from '@app/chassis/companies/company-managers.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PostDue } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { admitted } from '../task-emails/email-admins.ts'
import { companyOf, titleOf } from './names.ts'
import { react } from './tasks.ts'

/**
 * Tells the admins that a task must be posted now: in the list, and at once by email. The email goes to the account manager of the company.
 * Without one, it goes to all. Admins who chose no emails about tasks get none.
 */
export async function reportDuePost(trx: Transaction<Tables>, event: ReceivedEvent<typeof PostDue>, now: Date): Promise<void> {
  const { id: eventId, data } = event
  await react(trx, event, now, { admins: `It is time to post ${titleOf(data)} of ${companyOf(data)}.` })
  const companyId = data.companyProfileId
  const managerId = await managerOf(trx, companyId)
  const emailed = (await admitted(trx, companyId)).filter(({ userId }) => managerId === null || userId === managerId)
  await requestMails(
    trx,
    'tasks',
    emailed.map(({ userId: id }) => ({ eventId, topic: 'post-due', about: data.reminderId, companyId, recipient: { kind: 'admin', id } })),
  )
}
