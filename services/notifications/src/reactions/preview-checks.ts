import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { PreviewCheckChanged } from '@app/contracts/events/tasks.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { queueMails } from '../mail/mail.repository.ts'
import { previewCheckChanged } from '../mail/templates/preview-check-changed.ts'
import { findUsername } from '../recipients/recipient.repository.ts'
import { allAdmins } from '../task-emails/choice.repository.ts'
import { companyOf } from './names.ts'

const USERNAME_MAX = 100

/**
 * Adds an entry to the admins' list. Emails all other admins at once, regardless of the emails about tasks that they chose, because the
 * setting protects against the mistakes of a single admin.
 */
export async function reportPreviewCheck(
  trx: Transaction<Tables>,
  { id: eventId, type, data }: ReceivedEvent<typeof PreviewCheckChanged>,
  publicUrl: string,
): Promise<void> {
  const { companyProfileId, ownerId, requiresCheck, changedBy } = data
  const name = oneLine((await findUsername(trx, changedBy)) || 'An operator', USERNAME_MAX)
  const admins = `${name} switched the check by a second admin ${requiresCheck ? 'on' : 'off'} for ${companyOf(data)}.`
  await addNotifications(trx, { type, companyProfileId, ownerId, owner: null, admins })
  const others = (await allAdmins(trx)).filter(({ userId }) => userId !== changedBy)
  const content = previewCheckChanged(data, name, publicUrl)
  const mails = others.map(({ email: recipient }) => ({
    eventId,
    template: 'preview-check-changed',
    recipient,
    content,
    companyId: companyProfileId,
  }))
  await queueMails(trx, mails)
}
