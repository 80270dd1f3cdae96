import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { ColleagueChanged, ColleagueReturn } from '@app/contracts/events/colleagues.ts'
import { COLLEAGUE_NAME_MAX } from '@app/contracts/rules/colleagues.ts'
import type { Transaction } from 'kysely'
import { isInvited } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { colleagueInvitation } from '../mail/templates/colleague-invitation.ts'
import { type ColleagueUpdate, colleagueUpdate } from '../mail/templates/colleague-update.ts'
import { ownerRecipient } from '../recipients/recipient.repository.ts'
import { invitationUrl, type ReviewMails } from '../review-links.ts'

type Changed = ReceivedEvent<typeof ColleagueChanged>
type Returning = ReceivedEvent<typeof ColleagueReturn>

/** Returns the message for the owner's list. Empty for a change that the owner made. */
function ownersMessage({ change, name, may, hasDeclined }: Changed['data']): string {
  const shownName = oneLine(name, COLLEAGUE_NAME_MAX)
  if (change === 'accepted')
    return `${shownName} accepted your invitation and can now ${may === 'decide' ? 'decide on' : 'look at'} previews.`
  if (change === 'left' && hasDeclined) return `${shownName} declined your invitation.`
  if (change === 'left') return `${shownName} no longer gets emails about your previews.`
  if (change === 'bounced') return `We couldn’t deliver our email to ${shownName}. Please check the email address.`
  return ''
}

/** Returns the update in an email to the owner. Undefined for a change that the owner made, and for a bounce. */
function updateOf({ change, hasDeclined }: Changed['data']): ColleagueUpdate | undefined {
  if (change === 'accepted') return 'joined'
  if (change === 'left') return hasDeclined ? 'declined' : 'left'
  return undefined
}

/**
 * Queues an email to the owner about a change that a colleague made. An unconfirmed address gets none, because the email contains the name
 * of the colleague.
 */
async function mailUpdate(
  trx: Transaction<Tables>,
  { id: eventId, data }: Changed | Returning,
  update: ColleagueUpdate,
  { publicUrl }: ReviewMails,
): Promise<void> {
  const { email: recipient, isVerified } = await ownerRecipient(trx, data.ownerId)
  if (!isVerified) return
  await queueMail(trx, {
    eventId,
    template: 'colleague-news',
    recipient,
    content: colleagueUpdate(update, data, `${publicUrl}/management?section=4&show=colleagues`),
  })
}

/**
 * Reports a change of a colleague to the owner. Queues the invitation, unless a newer event has reported that the colleague was removed or
 * has left. The invitation contains only one text that the owner entered: the company's name. The reason is that the person has not agreed
 * to get emails (docs/decisions/review-links.md).
 */
export async function reportColleague(trx: Transaction<Tables>, event: Changed, mails: ReviewMails): Promise<void> {
  const { id, type, data } = event
  const { colleagueId, companyProfileId, companyName, ownerId, email, may, change, invitationExpiresAt: expiresAt } = data
  await addNotifications(trx, { type, companyProfileId, taskId: null, ownerId, owner: ownersMessage(data), admins: '' })
  const update = updateOf(data)
  if (update) await mailUpdate(trx, event, update, mails)
  if (change !== 'invited' || !(await isInvited(trx, colleagueId))) return
  await queueMail(trx, {
    eventId: id,
    template: 'colleague-invitation',
    recipient: email,
    content: colleagueInvitation({ companyName, may, url: invitationUrl(mails, colleagueId) }),
    colleagueId,
    ...(expiresAt && { expiresAt }),
  })
}

/** Reports to the owner that a colleague who left asks to come back. The open lists of the owner refetch their data after each step. */
export async function reportReturn(trx: Transaction<Tables>, event: Returning, mails: ReviewMails): Promise<void> {
  const { companyProfileId, ownerId, name, step } = event.data
  const owner =
    step === 'asked' ? `${oneLine(name, COLLEAGUE_NAME_MAX)} asks to be your colleague again. Please agree or refuse under Colleagues.` : ''
  await addNotifications(trx, { type: event.type, companyProfileId, taskId: null, ownerId, owner, admins: '' })
  if (step === 'asked') await mailUpdate(trx, event, 'asks', mails)
}
