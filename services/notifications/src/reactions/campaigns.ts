import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { CampaignChanged, DispatchReported, SuspensionChanged } from '@app/contracts/events/campaigns.ts'
import type { CampaignMailTopic } from '@app/contracts/http/mail-content.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { requestMails } from '../mail/mail.repository.ts'
import { companyOf } from './names.ts'
import type { Reaction } from './reaction.ts'

type CampaignEvent = ReceivedEvent<typeof CampaignChanged | typeof DispatchReported | typeof SuspensionChanged>

/** Adds messages for the owner and the admins. If a message is empty, no message is shown: open screens only refetch their data. */
const notify = (trx: Transaction<Tables>, { type, data }: CampaignEvent, { owner = '', admins = '' } = {}): Promise<void> => {
  const { companyProfileId, ownerId } = data
  return addNotifications(trx, { type, companyProfileId, ownerId, owner, admins })
}

const emailOwner = (
  trx: Transaction<Tables>,
  { id: eventId, data }: CampaignEvent,
  topic: CampaignMailTopic,
  about: string,
): Promise<void> => {
  const { companyProfileId: companyId, ownerId: id } = data
  return requestMails(trx, 'campaigns', [{ eventId, topic, about, companyId, recipient: { kind: 'owner', id } }])
}

const campaignOf = ({ name }: { name: string }): string => oneLine(name, 100)

/** Adds no message and sends no email. Open screens refetch the campaign. */
export const refreshCampaign: Reaction<typeof CampaignChanged> = (trx, event) => notify(trx, event)

function messageAbout(dispatch: EventData<typeof DispatchReported>): string {
  const { outcome, reason = '', accepted = 0, audience = 0 } = dispatch
  const campaign = campaignOf(dispatch)
  switch (outcome) {
    case 'late':
      return `${campaign} is waiting for your spreadsheet: ${reason}`
    case 'missed':
      return `${campaign} was not sent: ${reason}`
    case 'held':
      return `${campaign} is on hold: ${reason}`
    case 'done':
      return `${campaign} was sent to ${accepted} of ${audience}.`
  }
}

/**
 * Notifies and emails the owner. Also notifies the admins of a dispatch on hold, because an admin may have to fix the problem. If the
 * company was suspended, the event about the suspension notifies the owner instead.
 */
export const reportDispatch: Reaction<typeof DispatchReported> = async (trx, event) => {
  const { dispatchId, outcome, isSuspension } = event.data
  const message = messageAbout(event.data)
  const admins = outcome === 'held' ? `${companyOf(event.data)}: ${message}` : ''
  await notify(trx, event, { owner: isSuspension ? '' : message, admins })
  if (!isSuspension) await emailOwner(trx, event, `sending-${outcome}`, dispatchId)
}

/** Notifies and emails the owner of suspended campaigns, and when the suspension ends. */
export const reportSuspension: Reaction<typeof SuspensionChanged> = async (trx, event) => {
  const { noticeId, isSuspended, campaign, reason } = event.data
  const suspended = campaign ? `Suspended: ${campaignOf(campaign)}` : 'Suspended: all your campaign emails'
  await notify(trx, event, { owner: isSuspended ? `${suspended}: ${reason}` : 'Your campaign emails can be sent again.' })
  await emailOwner(trx, event, isSuspended ? 'sending-suspended' : 'sending-resumed', noticeId)
}
