import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchLate } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'
import { dayAndTime } from './day-and-time.ts'

/** To the owner: a campaign should be on its way, and waits for the spreadsheet. */
export const sendingLate = (fact: EventData<typeof DispatchLate>, publicUrl: string, timeZone: string): MailContent =>
  compose({
    subject: `Waits for your spreadsheet: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: 'Your campaign waits for your spreadsheet',
    blocks: [
      {
        kind: 'text',
        text: 'It goes to the people who stand in your spreadsheet when it is sent, and the spreadsheet cannot be read. It is tried again by itself, so you may have nothing to do.',
      },
      sendingFacts(fact, ['Reason', fact.reason], ['Tried until', dayAndTime(fact.until, timeZone)]),
      { kind: 'text', text: 'What cannot be sent by then is not sent later by itself: you are asked first.' },
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
