import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchMissed } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

/** The email to an owner whose campaign was not sent on its scheduled day. */
export const sendingMissed = (fact: EventData<typeof DispatchMissed>, publicUrl: string): MailContent =>
  compose({
    subject: `Not sent: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: 'Choose “Send now” if the campaign email should still go out',
    blocks: [
      { kind: 'text', text: 'We don’t send a campaign email late without asking.' },
      sendingFacts(fact, ['Reason', fact.reason]),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
