import { managerOf } from '@app/chassis/companies/company-managers.ts'
import type { TaskMailTopic } from '@app/contracts/http/mail-content.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { allAdmins, type EmailedAdmin } from './choice.repository.ts'
import { addEntries, removeEntries } from './digest-entry.repository.ts'

interface TaskUpdate {
  taskId: string
  companyId: string
  now: Date
  /** The digests list the task from this time. Default: `now`. */
  readyAt?: Date
  /** Whether all admins who want emails of the company get the email at once. */
  isUrgent?: boolean
}

interface Recipients {
  /** User ids of the admins who get an email about the event at once. */
  atOnce: string[]
  /** User ids of the admins whose next digest lists the task. */
  inDigest: string[]
}

/** Returns the admins who want emails about tasks of a company. */
export async function admitted(trx: Transaction<Tables>, companyId: string): Promise<EmailedAdmin[]> {
  const [admins, managerId] = [await allAdmins(trx), await managerOf(trx, companyId)]
  return admins.filter(
    ({ userId, frequency, scope }) => frequency !== 'none' && (scope === 'all' || managerId === null || managerId === userId),
  )
}

const userIdsOf = (admins: readonly EmailedAdmin[]): string[] => admins.map(({ userId }) => userId)

/** Adds a task to the digests of some admins, and removes it from those of admins who get an email at once. Returns both. */
export async function updateDigests(
  trx: Transaction<Tables>,
  { taskId, companyId, now, readyAt = now, isUrgent = false }: TaskUpdate,
): Promise<Recipients> {
  const emailed = await admitted(trx, companyId)
  const isAtOnce = ({ frequency }: EmailedAdmin): boolean => isUrgent || frequency === 'at-once'
  const atOnce = userIdsOf(emailed.filter(isAtOnce))
  const inDigest = userIdsOf(emailed.filter((admin) => !isAtOnce(admin)))
  await removeEntries(trx, taskId, atOnce)
  await addEntries(trx, { taskId, companyId }, inDigest, { now, readyAt })
  return { atOnce, inDigest }
}

interface AdminsMail {
  eventId: string
  topic: TaskMailTopic
  taskId: string
  companyId: string
  now: Date
}

/** Emails the admins about a task: each admin at once, or in the next digest, or not at all, as the admin chose. */
export async function emailAdmins(trx: Transaction<Tables>, { eventId, topic, taskId, companyId, now }: AdminsMail): Promise<void> {
  const { atOnce } = await updateDigests(trx, { taskId, companyId, now })
  const mails = atOnce.map((id) => ({ eventId, topic, about: taskId, companyId, recipient: { kind: 'admin' as const, id } }))
  await requestMails(trx, 'tasks', mails)
}

/** Digests omit a task until the client has written no note for this time. So one email lists all notes that a client writes in a row. */
const MORE_NOTES_WAIT_MS = 3 * 60_000

/** Adds a task with notes of its client to the next digests of all admins who get emails, also of those who get emails at once. */
export async function addNotesToDigests(trx: Transaction<Tables>, task: { taskId: string; companyId: string }, now: Date): Promise<void> {
  const emailed = await admitted(trx, task.companyId)
  await addEntries(trx, task, userIdsOf(emailed), { now, readyAt: new Date(now.getTime() + MORE_NOTES_WAIT_MS) })
}
