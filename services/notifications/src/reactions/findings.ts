import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PreviewProofread } from '@app/contracts/events/tasks.ts'
import { thingsToCheck } from '@app/contracts/rules/proofreading.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { admitted } from '../task-emails/email-admins.ts'
import { companyOf, titleOf } from './names.ts'

/**
 * Tells the admin who delivered a preview what the check found: in the list, and at once by email if a finding is sure, because the client
 * can already see the preview. An admin who wants no emails about the company gets none. The open screens of all admins refetch their
 * data. The owner gets nothing.
 */
export async function reportFindings(
  trx: Transaction<Tables>,
  { id: eventId, type, data }: ReceivedEvent<typeof PreviewProofread>,
): Promise<void> {
  const { companyProfileId, taskId, ownerId, previewId: about, previewNo, deliveredBy: id, findings, sureFindings } = data
  const verb = findings === 1 ? 'is' : 'are'
  const message = `There ${verb} ${thingsToCheck(findings)} in version ${previewNo} of ${titleOf(data)} of ${companyOf(data)}.`
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner: null, admin: { id, message } })
  if (sureFindings === 0) return
  const isEmailed = (await admitted(trx, companyProfileId)).some(({ userId }) => userId === id)
  if (!isEmailed) return
  const recipient = { kind: 'admin', id } as const
  await requestMails(trx, 'tasks', [{ eventId, topic: 'preview-findings', about, companyId: companyProfileId, recipient }])
}
