import type { MailedDispatch } from './templates/campaign-facts.ts'
import type { MailedSuspension } from './templates/sending-suspended.ts'

// Another person may own an unconfirmed address. So emails to it don't contain the owner's text.

const CAMPAIGN = 'your campaign'
const REASON_SHOWN_THERE = 'You can see the reason in your portal.'

/** Replaces the name of the campaign, and the reason, which can quote the campaign's text. */
export const neutralDispatch = <T extends MailedDispatch>(dispatch: T): T => ({
  ...dispatch,
  name: CAMPAIGN,
  ...('reason' in dispatch && { reason: REASON_SHOWN_THERE }),
})

/** Replaces the names of campaign and company, and the reason, which can quote the campaign's text. */
export const neutralSuspension = <T extends MailedSuspension>(suspension: T): T => ({
  ...suspension,
  companyName: 'your company',
  ...(suspension.campaign && { campaign: { ...suspension.campaign, name: CAMPAIGN } }),
  ...('reason' in suspension && { reason: REASON_SHOWN_THERE }),
})
