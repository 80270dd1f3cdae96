import type { MailContent } from '@app/chassis/mail/compose.ts'
import type { ReceivedEvent } from '@app/chassis/messaging/event.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type {
  CampaignChanged,
  DispatchDone,
  DispatchHeld,
  DispatchLate,
  DispatchMissed,
  SendingResumed,
  SendingSuspended,
} from '@app/contracts/events/campaigns.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { addNotifications } from '../feed/notification.repository.ts'
import { mailOwner } from '../mail/mail-owner.ts'
import { neutralSending, neutralSuspension } from '../mail/neutral-words.ts'
import { nameOf, type SendingEventData } from '../mail/templates/campaign-facts.ts'
import { sendingDone } from '../mail/templates/sending-done.ts'
import { sendingHeld } from '../mail/templates/sending-held.ts'
import { sendingLate } from '../mail/templates/sending-late.ts'
import { sendingMissed } from '../mail/templates/sending-missed.ts'
import { sendingResumed } from '../mail/templates/sending-resumed.ts'
import { sendingSuspended, subjectOf } from '../mail/templates/sending-suspended.ts'

type CampaignEvent = ReceivedEvent<
  | typeof CampaignChanged
  | typeof DispatchLate
  | typeof DispatchMissed
  | typeof DispatchHeld
  | typeof DispatchDone
  | typeof SendingSuspended
  | typeof SendingResumed
>

/** Adds messages for the owner and the admins. If a message is empty, no message is shown: open screens only refetch their data. */
const notify = (trx: Transaction<Tables>, { type, data }: CampaignEvent, { owner = '', admins = '' } = {}): Promise<void> => {
  const { companyProfileId, ownerId } = data
  return addNotifications(trx, { type, companyProfileId, taskId: null, ownerId, owner, admins })
}

interface OwnersMail<T extends SendingEventData> {
  template: string
  compose: (sending: T, publicUrl: string) => MailContent
  publicUrl: string
}

async function mailDispatch<T extends SendingEventData>(
  trx: Transaction<Tables>,
  { id, data }: { id: string; data: T },
  { template, compose, publicUrl }: OwnersMail<T>,
): Promise<void> {
  const contentFor = (isVerified: boolean) => compose(isVerified ? data : neutralSending(data), publicUrl)
  await mailOwner(trx, { eventId: id, ownerId: data.ownerId, template, contentFor })
}

/** Adds no message and sends no email. Open screens refetch the campaign. */
export const refreshCampaign = (trx: Transaction<Tables>, event: ReceivedEvent<typeof CampaignChanged>): Promise<void> => notify(trx, event)

export async function reportLate(trx: Transaction<Tables>, event: ReceivedEvent<typeof DispatchLate>, publicUrl: string, timeZone: string) {
  await notify(trx, event, { owner: `${nameOf(event.data)} is waiting for your spreadsheet: ${event.data.reason}` })
  const compose = (sending: typeof event.data, origin: string) => sendingLate(sending, origin, timeZone)
  await mailDispatch(trx, event, { template: 'sending-late', compose, publicUrl })
}

export async function reportMissed(trx: Transaction<Tables>, event: ReceivedEvent<typeof DispatchMissed>, publicUrl: string) {
  await notify(trx, event, { owner: `${nameOf(event.data)} was not sent: ${event.data.reason}` })
  await mailDispatch(trx, event, { template: 'sending-missed', compose: sendingMissed, publicUrl })
}

/**
 * Notifies the owner and the admins, because an admin may have to fix the problem. If the company was suspended, the event about the
 * suspension notifies the owner instead.
 */
export async function reportHeld(trx: Transaction<Tables>, event: ReceivedEvent<typeof DispatchHeld>, publicUrl: string) {
  const message = `${nameOf(event.data)} is on hold: ${event.data.reason}`
  const owner = event.data.isSuspension ? '' : message
  await notify(trx, event, { owner, admins: `${oneLine(event.data.companyName, 100)}: ${message}` })
  if (event.data.isSuspension) return
  await mailDispatch(trx, event, { template: 'sending-held', compose: sendingHeld, publicUrl })
}

export async function reportDone(trx: Transaction<Tables>, event: ReceivedEvent<typeof DispatchDone>, publicUrl: string) {
  const { accepted, audience } = event.data
  await notify(trx, event, { owner: `${nameOf(event.data)} was sent to ${accepted} of ${audience}.` })
  await mailDispatch(trx, event, { template: 'sending-done', compose: sendingDone, publicUrl })
}

export async function reportSuspended(trx: Transaction<Tables>, event: ReceivedEvent<typeof SendingSuspended>, publicUrl: string) {
  const { id, data } = event
  await notify(trx, event, { owner: `${subjectOf(data)}: ${data.reason}` })
  const contentFor = (isVerified: boolean) => sendingSuspended(isVerified ? data : neutralSuspension(data), publicUrl)
  await mailOwner(trx, { eventId: id, ownerId: data.ownerId, template: 'sending-suspended', contentFor })
}

export async function reportResumed(trx: Transaction<Tables>, event: ReceivedEvent<typeof SendingResumed>, publicUrl: string) {
  const { id, data } = event
  await notify(trx, event, { owner: 'Your campaign emails can be sent again.' })
  const contentFor = (isVerified: boolean) => sendingResumed(isVerified ? data : neutralSuspension(data), publicUrl)
  await mailOwner(trx, { eventId: id, ownerId: data.ownerId, template: 'sending-resumed', contentFor })
}
