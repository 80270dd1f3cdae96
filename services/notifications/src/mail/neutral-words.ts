import type { SendingEventData } from './templates/campaign-facts.ts'

// The following functions replace the owner's text in emails to an unconfirmed address. Another person may own the address.

const COMPANY = 'your company'
const REASON_SHOWN_THERE = 'You can see the reason in your portal.'

/** Replaces the names of campaign and company, and the reason, which can quote the campaign's text. */
export const neutralSending = <T extends SendingEventData>(sending: T): T => ({
  ...sending,
  name: 'your campaign',
  companyName: COMPANY,
  ...('reason' in sending && { reason: REASON_SHOWN_THERE }),
})

/** Replaces the names of campaign and company, and the reason, which can quote the campaign's text. */
export const neutralSuspension = <T extends { companyName: string; campaign?: { campaignId: string; name: string } }>(fact: T): T => ({
  ...fact,
  companyName: COMPANY,
  ...(fact.campaign && { campaign: { ...fact.campaign, name: 'your campaign' } }),
  ...('reason' in fact && { reason: REASON_SHOWN_THERE }),
})

/** Replaces the names of company and customer (`name`), and the reason, which can quote the spreadsheet. */
export const neutralSheet = <T extends { companyName: string; reason: string }>(sheet: T): T => ({
  ...sheet,
  companyName: COMPANY,
  reason: REASON_SHOWN_THERE,
  ...('name' in sheet && { name: '' }),
})
