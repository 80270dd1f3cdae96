import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { DeliveryState, Dispatch, DispatchState } from '@app/contracts/http/dispatches.ts'
import type { BadgeTone } from '../ui/Badge.tsx'
import { formatCount } from './left-out.ts'

/** What a sending is doing, in words. */
const dispatchLooks: Record<DispatchState, { tone: BadgeTone; word: string }> = {
  scheduled: { tone: 'neutral', word: 'To come' },
  gathering: { tone: 'pending', word: 'Reading who gets it' },
  sending: { tone: 'pending', word: 'Sending' },
  done: { tone: 'approved', word: 'Sent' },
  waiting: { tone: 'pending', word: 'Waiting' },
  held: { tone: 'roll-back', word: 'Held' },
  paused: { tone: 'pending', word: 'Paused' },
  missed: { tone: 'roll-back', word: 'Missed' },
  cancelled: { tone: 'neutral', word: 'Left out' },
}

/** The look of a sending. One that is done and was accepted for nobody was not sent. */
export function lookOf({ state, counts }: Pick<Dispatch, 'state' | 'counts'>): { tone: BadgeTone; word: string } {
  const reached = counts.accepted + counts.maybeTwice
  return state === 'done' && reached === 0 ? { tone: 'roll-back', word: 'Nobody got it' } : dispatchLooks[state]
}

/** What became of the mail to one person, in words. */
export const deliveryLooks: Record<DeliveryState, { tone: BadgeTone; word: string }> = {
  accepted: { tone: 'approved', word: 'Accepted' },
  failed: { tone: 'roll-back', word: 'Failed' },
  suppressed: { tone: 'neutral', word: 'Not sent' },
  unknown: { tone: 'posted', word: 'Unknown' },
  queued: { tone: 'pending', word: 'Still to go' },
}

/** In the order in which a report names them. */
export const deliveryOrder = Object.keys(deliveryLooks) as DeliveryState[]

/** The counts of feedback after emails were accepted, with their labels. */
export const feedbackCounts = [
  { name: 'bounced', word: 'Bounced' },
  { name: 'unsubscribed', word: 'Unsubscribed' },
  { name: 'complained', word: 'Complained' },
] as const

/** Whether emails of a sending are being gathered or sent at the moment. */
export const isInProgress = ({ state }: Pick<Dispatch, 'state'>): boolean => state === 'gathering' || state === 'sending'

const isToCome = ({ state }: Dispatch): boolean => state !== 'done' && state !== 'missed' && state !== 'cancelled'

/** "86 mails are still to go, and 3 sendings are to come." */
export function remainingText({ dispatches }: CampaignDetail): string {
  const mails = dispatches.filter(isToCome).reduce((sum, { counts }) => sum + counts.queued, 0)
  const sendings = dispatches.filter((dispatch) => isToCome(dispatch) && dispatch.audience === null).length
  const parts = [
    mails > 0 && `${formatCount(mails, 'mail is', 'mails are')} still to go`,
    sendings > 0 && `${formatCount(sendings, 'sending is', 'sendings are')} to come`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', and ')}.` : 'Nothing is still to go.'
}
