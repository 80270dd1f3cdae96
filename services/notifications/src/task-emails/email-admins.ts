import type { MailContent } from '@app/chassis/mail/compose.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { queueMails } from '../mail/mail.repository.ts'
import type { TaskEventData } from '../mail/templates/task-facts.ts'
import type { ReviewMails } from '../review-links.ts'
import { allAdmins, type EmailedAdmin } from './choice.repository.ts'
import { addEntries, removeEntries, returnEntries } from './digest-entry.repository.ts'
import { saveTaskUpdate } from './task-update.repository.ts'
import { type TaskUpdateEventData, type TaskUpdateKind, taskUpdateFactsOf } from './task-update.ts'

export interface TaskEvent {
  id: string
  aggregateversion: number
  data: TaskEventData & TaskUpdateEventData
}

type Clock = Pick<ReviewMails, 'timeZone' | 'now'>

/** Whether the task must be posted today or should have been posted. A task without a posting date is never due. */
const isDue = ({ targetPostingDate }: TaskEventData, { timeZone, now }: Clock): boolean =>
  targetPostingDate !== null && targetPostingDate <= todayIn(timeZone, now())

/**
 * Stores an update about a task without sending an email. If `kind` is null, the task no longer waits for an admin, and digests that
 * were not sent yet omit the task. Otherwise, only the data of the task has changed, and these digests show the new data.
 */
export async function storeTaskUpdate(
  trx: Transaction<Tables>,
  event: TaskEvent,
  kind: TaskUpdateKind | null,
  clock: Clock,
): Promise<void> {
  const isNewest = await saveTaskUpdate(trx, { version: event.aggregateversion, kind, facts: taskUpdateFactsOf(event.data) })
  if (isNewest) await returnEntries(trx, event.data._id, clock.now())
}

interface Recipients {
  /** The admins who get an email about the event at once. */
  atOnce: EmailedAdmin[]
  /** The admins whose next digest lists the task. */
  inDigest: EmailedAdmin[]
}

export const userIdsOf = (admins: readonly EmailedAdmin[]): string[] => admins.map(({ userId }) => userId)

/**
 * Adds a task to the next digests of the admins who get digests. Returns which admins get an email at once, and which admins get a digest.
 * A referral of a task that is due today or overdue is sent at once to all admins who want emails. If an admin gets an email at once, the
 * task is removed from the admin's next digest. If a newer event about the task has already been handled, the digests do not change.
 */
export async function addTaskUpdate(
  trx: Transaction<Tables>,
  event: TaskEvent,
  { kind, feedbackUntil }: { kind: TaskUpdateKind; feedbackUntil?: Date | undefined },
  clock: Clock,
): Promise<Recipients> {
  const { data, aggregateversion: version } = event
  const admins = await allAdmins(trx)
  const isNewest = await saveTaskUpdate(trx, { version, kind, facts: taskUpdateFactsOf(data), feedbackUntil })
  const isUrgent = kind === 'referred-back' && isNewest && isDue(data, clock)
  const atOnce = admins.filter(({ frequency }) => frequency === 'at-once' || (isUrgent && frequency !== 'none'))
  const inDigest = admins.filter((admin) => admin.frequency !== 'none' && !atOnce.includes(admin))
  if (isNewest) {
    await returnEntries(trx, data._id, clock.now())
    await removeEntries(trx, data._id, userIdsOf(atOnce))
    await addEntries(trx, data._id, userIdsOf(inDigest), clock.now())
  }
  return { atOnce, inDigest }
}

interface SingleEmail {
  kind: TaskUpdateKind
  template: string
  content: MailContent
}

/** Emails the admins about an event: each admin at once, or in the next digest, or not at all, as the admin chose. */
export async function emailAdmins(trx: Transaction<Tables>, event: TaskEvent, { kind, ...mail }: SingleEmail, clock: Clock): Promise<void> {
  const { atOnce } = await addTaskUpdate(trx, event, { kind }, clock)
  await queueMails(
    trx,
    atOnce.map(({ email: recipient }) => ({ eventId: event.id, recipient, threadId: event.data._id, ...mail })),
  )
}
