import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchLate } from '@app/contracts/events/campaigns.ts'
import { formatDateAndTime } from '@app/contracts/format/times.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

/** The email to an owner whose campaign is late because the spreadsheet cannot be read. */
export const sendingLate = (fact: EventData<typeof DispatchLate>, publicUrl: string, timeZone: string): MailContent =>
  compose({
    subject: `Waiting for your spreadsheet: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: `We’ll try until ${formatDateAndTime(fact.until, timeZone)}`,
    blocks: [
      {
        kind: 'text',
        text: 'We read your spreadsheet right before we send a campaign, but we can’t read it at the moment. You may not need to do anything.',
      },
      { kind: 'text', text: 'If we can’t read it by then, we won’t send the campaign late without asking you.' },
      sendingFacts(fact, ['Reason', fact.reason]),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
