import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchHeld } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

export const sendingHeld = (fact: EventData<typeof DispatchHeld>, publicUrl: string): MailContent =>
  compose({
    subject: `On hold: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: 'Your campaign is on hold',
    blocks: [
      {
        kind: 'text',
        text: 'There is a problem with this email. Once the problem below is fixed, choose Send now. Nobody receives it twice.',
      },
      sendingFacts(fact, ['Reason', fact.reason]),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
