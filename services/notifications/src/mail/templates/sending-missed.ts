import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { DispatchMissed } from '@app/contracts/events/campaigns.ts'
import { nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

/** The email to an owner whose campaign was not sent on its scheduled day. */
export const sendingMissed = (fact: EventData<typeof DispatchMissed>, publicUrl: string): MailContent =>
  compose({
    subject: `Not sent: ${nameOf(fact)}`,
    preheader: fact.reason,
    heading: 'Your campaign was not sent',
    blocks: [
      {
        kind: 'text',
        text: 'This email was not sent on its scheduled day. We don’t send late without asking. Choose Send now if it should still go out.',
      },
      sendingFacts(fact, ['Reason', fact.reason]),
      { kind: 'action', label: 'Send now', url: ownerCampaignUrl(fact, publicUrl) },
    ],
  })
