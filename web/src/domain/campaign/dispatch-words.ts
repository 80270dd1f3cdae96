import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { DeliveryState, Dispatch, DispatchState } from '@app/contracts/http/dispatches.ts'
import type { BadgeTone } from '../../shared/ui/Badge.tsx'
import { formatCount } from './left-out.ts'

const dispatchLooks: Record<DispatchState, { tone: BadgeTone; word: string }> = {
  scheduled: { tone: 'neutral', word: 'Scheduled' },
  gathering: { tone: 'pending', word: 'Reading audience' },
  sending: { tone: 'pending', word: 'Sending' },
  done: { tone: 'approved', word: 'Sent' },
  waiting: { tone: 'pending', word: 'Waiting' },
  held: { tone: 'roll-back', word: 'On hold' },
  paused: { tone: 'pending', word: 'Paused' },
  missed: { tone: 'roll-back', word: 'Missed' },
  cancelled: { tone: 'neutral', word: 'Skipped' },
}

/** Returns the label and color of a dispatch. The label is "Not sent" if the dispatch is done and no email was accepted. */
export function lookOf({ state, counts }: Pick<Dispatch, 'state' | 'counts'>): { tone: BadgeTone; word: string } {
  const reached = counts.accepted + counts.maybeTwice
  return state === 'done' && reached === 0 ? { tone: 'roll-back', word: 'Not sent' } : dispatchLooks[state]
}

export const deliveryLooks: Record<DeliveryState, { tone: BadgeTone; word: string }> = {
  accepted: { tone: 'approved', word: 'Accepted' },
  failed: { tone: 'roll-back', word: 'Failed' },
  suppressed: { tone: 'neutral', word: 'Not sent' },
  unknown: { tone: 'posted', word: 'Unknown' },
  queued: { tone: 'pending', word: 'Queued' },
}

export const deliveryOrder = Object.keys(deliveryLooks) as DeliveryState[]

export const feedbackCounts = [
  { name: 'bounced', word: 'Bounced' },
  { name: 'unsubscribed', word: 'Unsubscribed' },
  { name: 'complained', word: 'Reported as spam' },
] as const

export const isInProgress = ({ state }: Pick<Dispatch, 'state'>): boolean => state === 'gathering' || state === 'sending'

const isToCome = ({ state }: Dispatch): boolean => state !== 'done' && state !== 'missed' && state !== 'cancelled'

/** Describes the emails that are not sent yet: "86 people are still waiting for an email, and 3 emails are scheduled." */
export function remainingText({ dispatches }: CampaignDetail): string {
  const mails = dispatches.filter(isToCome).reduce((sum, { counts }) => sum + counts.queued, 0)
  const sendings = dispatches.filter((dispatch) => isToCome(dispatch) && dispatch.audience === null).length
  const parts = [
    mails > 0 && `${formatCount(mails, 'person is', 'people are')} still waiting for an email`,
    sendings > 0 && `${formatCount(sendings, 'email is', 'emails are')} scheduled`,
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(', and ')}.` : 'No emails are left to send.'
}
