import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import type { ColleagueChanged } from '@app/contracts/events/colleagues.ts'
import { COLLEAGUE_NAME_MAX } from '@app/contracts/rules/colleagues.ts'
import type { Transaction } from 'kysely'
import { isInvited } from '../colleagues/colleague.repository.ts'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { queueMail } from '../mail/mail.repository.ts'
import { colleagueInvitation } from '../mail/templates/colleague-invitation.ts'
import { invitationUrl, type ReviewMails } from '../review-links.ts'

type Changed = ReceivedEvent<typeof ColleagueChanged>

/** Returns the message for the owner's list. Empty for a change that the owner made. */
function ownersMessage({ change, name, may }: Changed['data']): string {
  const shownName = oneLine(name, COLLEAGUE_NAME_MAX)
  if (change === 'accepted')
    return `${shownName} accepted your invitation and can now ${may === 'decide' ? 'decide on' : 'look at'} previews.`
  if (change === 'left') return `${shownName} no longer gets emails about your previews.`
  if (change === 'bounced') return `Our email to ${shownName} could not be delivered. Please check the email address.`
  return ''
}

/**
 * Reports a change of a colleague to the owner. Queues the invitation, unless a newer event has reported that the colleague was removed or
 * has left. The invitation contains only one text that the owner entered: the company's name. The reason is that the person has not agreed
 * to get emails (ADR 0084).
 */
export async function reportColleague(trx: Transaction<Tables>, { id, type, data }: Changed, mails: ReviewMails): Promise<void> {
  const { colleagueId, companyProfileId, companyName, ownerId, email, may, change, invitationExpiresAt: expiresAt } = data
  await addNotifications(trx, { type, companyProfileId, taskId: null, ownerId, owner: ownersMessage(data), admins: '' })
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
