import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import type { PreviewUploaded, ReviewLinkIssued } from '@app/contracts/events/tasks.ts'
import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { recipientsOfPreview, releasePreviewMail } from '../mail/queued-mail.repository.ts'
import { titleOf } from './names.ts'
import { recipientOf } from './recipient-of.ts'

/** Events about the same preview can arrive at the same time and in any order. The lock makes the second event wait. */
const lockPreview = (trx: Transaction<Tables>, previewId: string) => sql`select pg_advisory_xact_lock(hashtext(${previewId}))`.execute(trx)

/**
 * Adds a message to the owner's list. Emails the owner and the colleagues with a review link, unless an event about a further link has
 * already caused an email to them.
 */
export async function reportPreview(trx: Transaction<Tables>, { type, data }: ReceivedEvent<typeof PreviewUploaded>): Promise<void> {
  const { companyProfileId, taskId, ownerId, previewId, reviewLinks = [] } = data
  const owner = `The preview of ${titleOf(data)} is ready for your review.`
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner, admins: '' })
  await lockPreview(trx, previewId)
  const emailed = await recipientsOfPreview(trx, previewId)
  const colleagues = reviewLinks.filter(({ recipientKind }) => recipientKind === 'colleague').map(recipientOf)
  const recipients: MailRecipient[] = [{ kind: 'owner', id: ownerId }, ...colleagues]
  await requestMails(
    trx,
    'tasks',
    recipients
      .filter(({ id }) => !emailed.has(id))
      .map((recipient) => ({ eventId: previewId, topic: 'preview-ready', about: previewId, recipient })),
  )
}

/**
 * Emails a further review link to its recipient. An email about the preview that is still queued will contain this link, so it is sent
 * now.
 */
export async function sendFurtherLink(trx: Transaction<Tables>, { data }: ReceivedEvent<typeof ReviewLinkIssued>): Promise<void> {
  const { previewId: about, reviewLink } = data
  await lockPreview(trx, about)
  const recipient = recipientOf(reviewLink)
  if (await releasePreviewMail(trx, about, recipient.id)) return
  await requestMails(trx, 'tasks', [{ eventId: reviewLink.id, topic: 'preview-ready', about, recipient }])
}
