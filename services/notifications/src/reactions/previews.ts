import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { release } from '@app/chassis/work/queue.ts'
import type { PreviewCompleted, PreviewUploaded, ReviewLinkRequested } from '@app/contracts/events/tasks.ts'
import { sql, type Transaction } from 'kysely'
import { findRecipient } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'
import { mailQueue, queueMails, rewriteMails } from '../mail/mail.repository.ts'
import { mailOwner } from '../mail/mail-owner.ts'
import type { ComposedMail } from '../mail/mail-part.ts'
import { neutralPreview } from '../mail/neutral-words.ts'
import type { PreviewEventData } from '../mail/templates/preview-content.ts'
import { previewReady } from '../mail/templates/preview-ready.ts'
import { ownerRecipient } from '../recipients/recipient.repository.ts'
import { findOwnersLink } from '../reminders/waiting-preview.repository.ts'
import { colleaguesLinks, expiryOf, invitationUrl, ownersLink, type ReviewMails, reviewUrl } from '../review-links.ts'
import { storeTaskUpdate } from '../task-emails/email-admins.ts'
import { addOwnersNotification, titleOf } from './tasks.ts'

type Delivered = ReceivedEvent<typeof PreviewUploaded>
type PreviewEvent = Pick<Delivered, 'id' | 'time'> & { data: PreviewEventData }

/** The email about a preview waits this long for the thumbnails of pictures that a background job has not scaled yet. */
const THUMBNAIL_WAIT_MS = 60_000
const TEMPLATE = 'preview-ready'

const isWaiting = ({ data }: Delivered): boolean => data.files.some(({ kind, thumbnail }) => kind === 'image' && thumbnail === null)

/** Returns the email to the owner. An email to an unconfirmed address shows neither the content nor a review link. */
function contentOf({ data }: PreviewEvent, mails: ReviewMails, isVerified: boolean): ComposedMail {
  const link = isVerified ? ownersLink(data.reviewLinks, data.ownerId) : undefined
  const shown = isVerified ? data : neutralPreview(data)
  return previewReady(shown, { url: reviewUrl(mails, link, data), keyOf: mails.keyOf, may: 'decide' })
}

/** Returns the id and the expiry time of the owner's review link. Only an email to a confirmed address contains this link. */
function secretOf({ data, time }: PreviewEvent): { reviewLinkId?: string; expiresAt?: string } {
  const link = ownersLink(data.reviewLinks, data.ownerId)
  return link ? { reviewLinkId: link.id, expiresAt: expiryOf(time) } : {}
}

interface ColleaguesMail {
  recipient: string
  content: ComposedMail
  secret: { colleagueId: string; reviewLinkId: string; expiresAt: string }
}

/** Returns the emails to the colleagues who have a link in the event. Leaves out colleagues who no longer get emails. */
async function colleaguesMails(trx: Transaction<Tables>, { data, time }: PreviewEvent, mails: ReviewMails): Promise<ColleaguesMail[]> {
  const emails: ColleaguesMail[] = []
  for (const link of colleaguesLinks(data.reviewLinks)) {
    const colleague = await findRecipient(trx, link.recipientId)
    if (!colleague) continue
    const { id: colleagueId, email: recipient, may } = colleague
    const content = previewReady(data, {
      url: reviewUrl(mails, link, data),
      keyOf: mails.keyOf,
      may,
      leaveUrl: invitationUrl(mails, colleagueId),
    })
    emails.push({ recipient, content, secret: { colleagueId, reviewLinkId: link.id, expiresAt: expiryOf(time) } })
  }
  return emails
}

/** Queues the email to the owner about a preview. With a review link, the owner can decide without signing in. */
async function queueOwnersPreview(
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

/** Queues the emails to colleagues about a preview. */
async function queueColleaguesPreview(
  trx: Transaction<Tables>,
  event: PreviewEvent,
  mails: ReviewMails,
  eventId: string,
  delayMs = 0,
): Promise<void> {
  const emails = await colleaguesMails(trx, event, mails)
  await queueMails(
    trx,
    emails.map(({ secret, ...mail }) => ({ eventId, template: TEMPLATE, threadId: event.data._id, delayMs, ...mail, ...secret })),
  )
}

/** Both events of a preview can arrive at the same time. The lock makes the second event wait. */
const lockPreview = (trx: Transaction<Tables>, key: string) => sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(trx)

/**
 * Notifies the owner, queues the emails about the preview, and records that the task no longer waits for an admin. The later completion of
 * the files with thumbnails changes the same emails. So the key of the emails is the id of the preview.
 */
export async function reportPreview(trx: Transaction<Tables>, event: Delivered, mails: ReviewMails): Promise<void> {
  await storeTaskUpdate(trx, event, null, mails)
  await addOwnersNotification(trx, event, `The preview of ${titleOf(event.data)} is ready for your review.`)
  const key = event.data.previewId
  const delayMs = isWaiting(event) ? THUMBNAIL_WAIT_MS : 0
  await lockPreview(trx, key)
  if (!(await hasLinkAlready(trx, event))) await queueOwnersPreview(trx, event, mails, key, delayMs)
  await queueColleaguesPreview(trx, event, mails, key, delayMs)
}

/** Adds the thumbnails to the waiting emails about a preview, and sends the emails. If no email waits, nothing happens. */
export async function completePreviewMail(
  trx: Transaction<Tables>,
  event: ReceivedEvent<typeof PreviewCompleted>,
  mails: ReviewMails,
): Promise<void> {
  const key = event.data.previewId
  await lockPreview(trx, key)
  const { isVerified } = await ownerRecipient(trx, event.data.ownerId)
  const owners = await withOwnersLink(trx, event)
  const { rewritten } = await rewriteMails(trx, key, contentOf(owners, mails, isVerified), isVerified ? secretOf(owners) : {})
  await release(trx, mailQueue, rewritten)
  for (const { content, secret } of await colleaguesMails(trx, event, mails)) {
    const { rewritten: ids } = await rewriteMails(trx, key, content, secret)
    await release(trx, mailQueue, ids)
  }
}

/** Whether the owner's link to the preview of an event without this link has arrived in a later event, which causes the email. */
const hasLinkAlready = async (trx: Transaction<Tables>, { data }: PreviewEvent): Promise<boolean> =>
  !ownersLink(data.reviewLinks, data.ownerId) && (await findOwnersLink(trx, data._id, data.previewNo)) !== undefined

/** Adds the owner's link to an event that was published before the owner confirmed the address. */
async function withOwnersLink(trx: Transaction<Tables>, event: PreviewEvent): Promise<PreviewEvent> {
  const { _id, ownerId, previewNo, reviewLinks = [] } = event.data
  if (ownersLink(reviewLinks, ownerId)) return event
  const id = await findOwnersLink(trx, _id, previewNo)
  const links = id ? [...reviewLinks, { id, recipientKind: 'owner' as const, recipientId: ownerId }] : reviewLinks
  return { ...event, data: { ...event.data, reviewLinks: links } }
}

/**
 * Sends the email with the review link after the owner confirmed the address. Replaces the content of the first email about the preview if
 * it is still queued. Otherwise queues a further email, with the id of the link as key.
 */
export async function sendLinkedPreview(trx: Transaction<Tables>, event: PreviewEvent, mails: ReviewMails): Promise<void> {
  const key = event.data.previewId
  await lockPreview(trx, key)
  const { rewritten } = await rewriteMails(trx, key, contentOf(event, mails, true), secretOf(event))
  if (rewritten.length === 0) await queueOwnersPreview(trx, event, mails, secretOf(event).reviewLinkId ?? event.id)
}

/**
 * Sends a new review link to the recipient who requested it. The email has a separate key, because the first email about the preview was
 * already sent.
 */
export async function resendPreview(
  trx: Transaction<Tables>,
  event: ReceivedEvent<typeof ReviewLinkRequested>,
  mails: ReviewMails,
): Promise<void> {
  if (colleaguesLinks(event.data.reviewLinks).length > 0) await queueColleaguesPreview(trx, event, mails, event.id)
  else await queueOwnersPreview(trx, event, mails, event.id)
}
