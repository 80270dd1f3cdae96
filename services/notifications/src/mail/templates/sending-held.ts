import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchHeld } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

export const sendingHeld = (fact: EventData<typeof DispatchHeld>, publicUrl: string): MailContent =>
  compose({
    subject: `On hold: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: 'Fix the problem, then choose “Send now”',
    blocks: [
      { kind: 'text', text: fact.reason },
      { kind: 'text', text: 'Nobody receives the campaign email twice.' },
      sendingFacts(fact),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
