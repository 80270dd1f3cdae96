import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchMissed } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

/** To the owner: the day is over and nothing was sent. */
export const sendingMissed = (fact: EventData<typeof DispatchMissed>, publicUrl: string): MailContent =>
  compose({
    subject: `Not sent: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: 'Your campaign was not sent',
    blocks: [
      {
        kind: 'text',
        text: 'Its day is over and nobody got this mail. Nothing is sent late by itself: you decide whether it still goes out.',
      },
      sendingFacts(fact, ['Reason', fact.reason]),
      { kind: 'action', label: 'Send now', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
