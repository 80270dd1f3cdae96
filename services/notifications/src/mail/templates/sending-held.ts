import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchHeld } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

/** To the owner: something has to be mended before the campaign goes on. */
export const sendingHeld = (fact: EventData<typeof DispatchHeld>, publicUrl: string): MailContent =>
  compose({
    subject: `Held: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: 'Your campaign is held',
    blocks: [
      { kind: 'text', text: 'Something has to be mended before it is sent, or sent on. Whoever got it already does not get it again.' },
      sendingFacts(fact, ['Reason', fact.reason]),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
