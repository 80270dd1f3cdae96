import type { PreviewUploaded, ReminderDue, ReviewCodeRequested, ReviewLinkIssued } from '@app/contracts/events/tasks.ts'
import type { MailRecipient } from '@app/contracts/http/mail-content.ts'
import type { RecipientKind } from '@app/contracts/rules/reviews.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { recipientsOfPreview, releasePreviewMail } from '../mail/queued-mail.repository.ts'
import { allAdmins } from '../task-emails/choice.repository.ts'
import { titleOf } from './names.ts'
import type { Reaction } from './reaction.ts'

/** Returns the recipient of a review link or of a reminder. */
export const recipientOf = (link: { recipientKind: RecipientKind; recipientId: string }): MailRecipient => ({
  kind: link.recipientKind,
  id: link.recipientId,
})

/** Events about the same preview can arrive at the same time and in any order. The lock makes the second event wait. */
const lockPreview = (trx: Transaction<Tables>, previewId: string) => sql`select pg_advisory_xact_lock(hashtext(${previewId}))`.execute(trx)

/** Adds a message to the owner's list. Emails the owner and the linked colleagues, unless a further link has already caused an email. */
export const reportPreview: Reaction<typeof PreviewUploaded> = async (trx, { type, data }) => {
  const { companyProfileId, taskId, ownerId, previewId, reviewLinks = [] } = data
  const owner = `The preview of ${titleOf(data)} is ready for your review.`
  await addNotifications(trx, { type, companyProfileId, taskId, ownerId, owner })
  await lockPreview(trx, previewId)
  const emailed = await recipientsOfPreview(trx, previewId)
  const colleagues = reviewLinks.filter(({ recipientKind }) => recipientKind === 'colleague').map(recipientOf)
  const recipients = [{ kind: 'owner' as const, id: ownerId }, ...colleagues].filter(({ id }) => !emailed.has(id))
  const mail = { eventId: previewId, topic: 'preview-ready', about: previewId, companyId: companyProfileId } as const
  const mails = recipients.map((recipient) => ({ ...mail, recipient }))
  await requestMails(trx, 'tasks', mails)
}

/** Emails a further review link. An email about the preview that is still queued will contain this link, so it is sent now. */
export const sendFurtherLink: Reaction<typeof ReviewLinkIssued> = async (trx, { data }) => {
  const { previewId: about, companyProfileId: companyId, reviewLink } = data
  await lockPreview(trx, about)
  const recipient = recipientOf(reviewLink)
  if (await releasePreviewMail(trx, about, recipient.id)) return
  await requestMails(trx, 'tasks', [{ eventId: reviewLink.id, topic: 'preview-ready', about, companyId, recipient }])
}

/** Sends the code for a new browser to the recipient of a review link, before other emails. */
export const sendReviewCode: Reaction<typeof ReviewCodeRequested> = async (trx, { id: eventId, data }) => {
  const { codeId: about, companyProfileId: companyId = null, reviewLink } = data
  const recipient = recipientOf(reviewLink)
  await requestMails(trx, 'tasks', [{ eventId, topic: 'review-code', about, companyId, recipient, isUrgent: true }])
}

/**
 * Reminds the owner and colleagues of the previews that wait for a decision, or tells all admins which previews must be decided today,
 * regardless of the emails about tasks that they chose.
 */
export const remind: Reaction<typeof ReminderDue> = async (trx, { id: eventId, data }) => {
  const { reminderId: about, companyProfileId: companyId = null, isToAdmins, recipients } = data
  const admins = isToAdmins ? await allAdmins(trx) : []
  await requestMails(trx, 'tasks', [
    ...recipients.map((recipient) => ({ eventId, topic: 'reminder' as const, about, companyId, recipient: recipientOf(recipient) })),
    ...admins.map(({ userId: id }) => ({
      eventId,
      topic: 'posting-soon' as const,
      about,
      companyId,
      recipient: { kind: 'admin' as const, id },
    })),
  ])
}
