import type { MailContent } from '@app/chassis/mail/compose.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type {
  ApprovalConfirmed,
  ApprovalWithdrawn,
  TaskApproved,
  TaskCreated,
  TaskPosted,
  TaskRemoved,
} from '@app/contracts/events/tasks.ts'
import { formatDate } from '@app/contracts/format/dates.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { mailOwner } from '../mail/mail-owner.ts'
import { neutralTask } from '../mail/neutral-words.ts'
import { approved } from '../mail/templates/approved.ts'
import { posted } from '../mail/templates/posted.ts'
import { taskAssigned } from '../mail/templates/task-assigned.ts'
import { taskCreatedForYou } from '../mail/templates/task-created-for-you.ts'
import type { TaskEventData } from '../mail/templates/task-facts.ts'
import type { ReviewMails } from '../review-links.ts'
import { emailAdmins, storeTaskUpdate } from '../task-emails/email-admins.ts'
import { sendReceipt } from './receipts.ts'

interface TaskEvent {
  id: string
  type: string
  data: TaskEventData
}

export const titleOf = ({ title }: { title: string }): string => `"${oneLine(title, 200)}"`
export const companyOf = ({ companyName }: { companyName: string }): string => oneLine(companyName, 100)

interface OwnersMail<T extends TaskEventData> {
  template: string
  compose: (task: T, publicUrl: string) => MailContent
  publicUrl: string
}

/** Adds `message` to the owner's list. The admins' open screens only refetch their data. */
export async function addOwnersNotification(trx: Transaction<Tables>, { type, data }: TaskEvent, message: string): Promise<void> {
  const { companyProfileId, taskId, ownerId } = data
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner: message, admins: '' })
}

/** Adds `message` to the owner's list and queues the email. */
async function notifyOwner<T extends TaskEventData>(
  trx: Transaction<Tables>,
  event: TaskEvent & { data: T },
  message: string,
  { template, compose, publicUrl }: OwnersMail<T>,
): Promise<void> {
  const { id, data } = event
  await addOwnersNotification(trx, event, message)
  const contentFor = (isVerified: boolean) => compose(isVerified ? data : neutralTask(data), publicUrl)
  await mailOwner(trx, { eventId: id, ownerId: data.ownerId, template, threadId: data._id, contentFor })
}

/** Adds `message` to the admins' list. The owner's open screens only refetch their data. */
async function notifyAdmins(trx: Transaction<Tables>, { type, data }: TaskEvent, message: string): Promise<void> {
  const { companyProfileId, taskId, ownerId } = data
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner: '', admins: message })
}

/**
 * Reports a new task: an admin's task to the owner, and an owner's task to the admins. An occurrence that the service `tasks` created
 * causes no email, because the owner decided on its series earlier. The admins only get a message in their list.
 */
export async function reportTaskCreated(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskCreated>, mails: ReviewMails) {
  const { data } = event
  const { publicUrl } = mails
  if (data.occurrence && data.occurrence.number > 1) {
    const date = formatDate(data.occurrence.date)
    await storeTaskUpdate(trx, event, null, mails)
    return notifyAdmins(trx, event, `${titleOf(data)} of ${companyOf(data)} repeats on ${date}. The next task is ready for you.`)
  }
  if (data.createdBy === 'admin') {
    const mail = { template: 'task-created-for-you', compose: taskCreatedForYou, publicUrl }
    await storeTaskUpdate(trx, event, null, mails)
    return notifyOwner(trx, event, `The task ${titleOf(data)} was created for you.`, mail)
  }
  await notifyAdmins(trx, event, `${companyOf(data)} assigned the task ${titleOf(data)}.`)
  await emailAdmins(trx, event, { kind: 'new', template: 'task-assigned', content: taskAssigned(data, publicUrl) }, mails)
}

export async function reportApproval(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskApproved>, mails: ReviewMails) {
  const { data } = event
  const isUnconfirmed = data.isUnconfirmed ? ' The approval is not confirmed yet.' : ''
  await notifyAdmins(trx, event, `${companyOf(data)} approved ${titleOf(data)}.${isUnconfirmed}`)
  await emailAdmins(trx, event, { kind: 'approved', template: 'approved', content: approved(data, mails.publicUrl) }, mails)
  await sendReceipt(trx, event, 'approve', mails)
}

export async function reportConfirmation(trx: Transaction<Tables>, event: ReceivedEvent<typeof ApprovalConfirmed>, mails: ReviewMails) {
  const { data } = event
  await storeTaskUpdate(trx, { ...event, data: { ...data, isUnconfirmed: false } }, 'approved', mails)
  await notifyAdmins(trx, event, `${companyOf(data)} confirmed the approval of ${titleOf(data)}.`)
}

export async function reportWithdrawal(trx: Transaction<Tables>, event: ReceivedEvent<typeof ApprovalWithdrawn>, mails: ReviewMails) {
  const { data } = event
  const reason = data.reason ? ` Reason: ${oneLine(data.reason, 200)}` : ''
  await storeTaskUpdate(trx, event, null, mails)
  await notifyAdmins(trx, event, `${companyOf(data)} undid the approval of ${titleOf(data)}.${reason}`)
  await sendReceipt(trx, event, 'undo', mails)
}

export async function reportPosting(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskPosted>, mails: ReviewMails) {
  const mail = { template: 'posted', compose: posted, publicUrl: mails.publicUrl }
  await storeTaskUpdate(trx, event, null, mails)
  await notifyOwner(trx, event, `${titleOf(event.data)} was posted.`, mail)
}

export async function reportRemoval(trx: Transaction<Tables>, event: ReceivedEvent<typeof TaskRemoved>, mails: ReviewMails) {
  await storeTaskUpdate(trx, event, null, mails)
  await notifyAdmins(trx, event, `${companyOf(event.data)} removed the task ${titleOf(event.data)}.`)
}
