import type { EventData } from '@app/contracts/define.ts'
import type { TaskFact } from '@app/contracts/events/task-data.ts'
import type { TaskCreated } from '@app/contracts/events/tasks.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import type { DecisionChannel } from '@app/contracts/rules/reviews.ts'
import type { Transaction } from 'kysely'
import type * as Type from 'typebox'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { type RequestedMail, requestMails } from '../mail/mail.repository.ts'
import { emailAdmins } from '../task-emails/email-admins.ts'
import { companyOf, titleOf } from './names.ts'

/** An event about a task. */
export interface TaskEvent {
  id: string
  type: string
  data: Type.Static<typeof TaskFact>
}

/** What an event about a task causes. */
export interface Effects {
  /** Messages in the lists of the owner and of the admins. Without a message, the open screens only refetch their data. */
  owner?: string
  admins?: string
  /** Emails to the owner. */
  ownersMails?: readonly Pick<RequestedMail<'tasks'>, 'topic' | 'about'>[]
  /** Topic of the email to the admins who get emails at once. The next digests of the other admins list the task. */
  adminsTopic?: 'task-assigned' | 'approved' | 'task-changed'
}

/** Adds the messages of an event about a task to the lists, and requests its emails. */
export async function react(
  trx: Transaction<Tables>,
  { id: eventId, type, data }: TaskEvent,
  now: Date,
  { owner = '', admins = '', ownersMails = [], adminsTopic: topic }: Effects,
): Promise<void> {
  const { _id, companyProfileId, taskId, ownerId } = data
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner, admins })
  const mails = ownersMails.map((mail) => ({
    eventId,
    companyId: companyProfileId,
    recipient: { kind: 'owner' as const, id: ownerId },
    ...mail,
  }))
  await requestMails(trx, 'tasks', mails)
  if (topic) await emailAdmins(trx, { eventId, topic, taskId: _id, companyId: companyProfileId, now })
}

/**
 * Returns the effects of a new task: an admin's task is reported to the owner, and an owner's task to the admins. An occurrence that the
 * service `tasks` created causes no email, because its series was created earlier. The admins only get a message in their list.
 */
export function effectsOfNewTask(data: EventData<typeof TaskCreated>): Effects {
  const { _id, occurrence, createdBy } = data
  if (occurrence && occurrence.number > 1) {
    const date = formatDate(occurrence.date)
    return { admins: `${titleOf(data)} of ${companyOf(data)} repeats on ${date}. The next task is ready for you.` }
  }
  if (createdBy === 'admin')
    return { owner: `The task ${titleOf(data)} was created for you.`, ownersMails: [{ topic: 'task-created-for-you', about: _id }] }
  return { admins: `${companyOf(data)} assigned the task ${titleOf(data)}.`, adminsTopic: 'task-assigned' }
}

/** Returns the receipt for a decision through a review link. Decisions in the portal get no receipt. */
export const receiptOf = ({
  channel,
  decisionId,
}: {
  channel: DecisionChannel
  decisionId?: string
}): NonNullable<Effects['ownersMails']> => (channel === 'review-link' && decisionId ? [{ topic: 'receipt', about: decisionId }] : [])
