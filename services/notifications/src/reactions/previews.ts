import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { release } from '@app/chassis/work/queue.ts'
import type { PreviewCompleted, PreviewUploaded, ReviewLinkRequested } from '@app/contracts/events/tasks.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { mails as mailQueue, rewriteMails } from '../mail/mail.repository.ts'
import { mailOwner } from '../mail/mail-owner.ts'
import type { ComposedMail } from '../mail/mail-part.ts'
import { neutralPreview } from '../mail/neutral-words.ts'
import { previewReady } from '../mail/templates/preview-ready.ts'
import { ownerRecipient } from '../recipients/recipient.repository.ts'
import { expiryOf, ownersLink, type ReviewMails, reviewUrl } from '../review-links.ts'
import { updateNews } from '../task-emails/email-admins.ts'
import { addOwnersNotification, titleOf } from './tasks.ts'

type Delivered = ReceivedEvent<typeof PreviewUploaded>
type PreviewEvent = Delivered | ReceivedEvent<typeof ReviewLinkRequested> | ReceivedEvent<typeof PreviewCompleted>

/** The email about a preview waits this long for the thumbnails of pictures that a background job has not scaled yet. */
const THUMBNAIL_WAIT_MS = 60_000
const TEMPLATE = 'preview-ready'

/**
 * Two events cause the same email: the delivery of a preview, and the later completion of its files with thumbnails. So the key of the
 * email is the id of the preview.
 */
const mailKey = ({ id, data }: PreviewEvent): string => data.previewId ?? id

const isWaiting = ({ data }: Delivered): boolean =>
  data.files?.some(({ kind, thumbnail }) => kind === 'image' && thumbnail === null) ?? false

/** An email to an unconfirmed address shows neither the content nor a review link. */
function contentOf({ data }: PreviewEvent, mails: ReviewMails, isVerified: boolean): ComposedMail {
  const link = isVerified ? ownersLink(data.reviewLinks, data.ownerId) : undefined
  const shown = isVerified ? data : neutralPreview(data)
  return previewReady(shown, { url: reviewUrl(mails, link, data), keyOf: mails.keyOf })
}

/** Returns the id and the expiry time of the owner's review link. Only an email to a confirmed address contains this link. */
function secretOf({ data, time }: PreviewEvent): { reviewLinkId?: string; expiresAt?: string } {
  const link = ownersLink(data.reviewLinks, data.ownerId)
  return link ? { reviewLinkId: link.id, expiresAt: expiryOf(time) } : {}
}

/** Queues the email about a preview. With a review link, the owner can decide without signing in. */
async function queuePreview(
  trx: Transaction<Tables>,
  event: PreviewEvent,
  mails: ReviewMails,
  eventId: string,
  delayMs = 0,
): Promise<void> {
  const { ownerId, _id } = event.data
  await mailOwner(trx, {
    eventId,
    ownerId,
    template: TEMPLATE,
    threadId: _id,
    delayMs,
    contentFor: (isVerified) => contentOf(event, mails, isVerified),
    ...secretOf(event),
  })
}

/** Both events of a preview can arrive at the same time. The lock makes the second event wait. */
const lockPreview = (trx: Transaction<Tables>, key: string) => sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx)

/** Notifies the owner, queues the email about the preview, and records that the task does not wait for an admin anymore. */
export async function reportPreview(trx: Transaction<Tables>, event: Delivered, mails: ReviewMails): Promise<void> {
  await updateNews(trx, event, null, mails)
  await addOwnersNotification(trx, event, `The preview of ${titleOf(event.data)} is ready for your review.`)
  const key = mailKey(event)
  await lockPreview(trx, key)
  await queuePreview(trx, event, mails, key, isWaiting(event) ? THUMBNAIL_WAIT_MS : 0)
}

/**
 * Adds the thumbnails to the waiting email about a preview, and sends the email. If no email waits under the key of the preview, nothing
 * happens. A new email could be a duplicate, because replicas of the previous release queue the email under the id of the event.
 */
export async function completePreviewMail(
  trx: Transaction<Tables>,
  event: ReceivedEvent<typeof PreviewCompleted>,
  mails: ReviewMails,
): Promise<void> {
  const key = mailKey(event)
  await lockPreview(trx, key)
  const { isVerified } = await ownerRecipient(trx, event.data.ownerId)
  const { rewritten } = await rewriteMails(trx, key, contentOf(event, mails, isVerified), isVerified ? secretOf(event) : {})
  await release(trx, mailQueue, rewritten)
}

/** Sends a new review link. The email has a key of its own, because the first email about the preview was already sent. */
export const resendPreview = (
  trx: Transaction<Tables>,
  event: ReceivedEvent<typeof ReviewLinkRequested>,
  mails: ReviewMails,
): Promise<void> => queuePreview(trx, event, mails, event.id)
