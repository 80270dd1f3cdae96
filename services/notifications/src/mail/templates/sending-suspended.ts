import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { SendingSuspended } from '@app/contracts/events/campaigns.ts'
import { nameOf } from './campaign-facts.ts'

type Suspended = EventData<typeof SendingSuspended>

/** Returns for example "Suspended: Oyster roast". */
export const subjectOf = ({ campaign }: Pick<Suspended, 'campaign'>): string =>
  campaign ? `Suspended: ${nameOf(campaign)}` : 'Suspended: all your campaign emails'

/** The list of campaigns in the portal, or one of them. */
export const suspendedUrl = ({ campaign }: Pick<Suspended, 'campaign'>, publicUrl: string): string =>
  `${publicUrl}/management?section=2${campaign ? `&open=${campaign.campaignId}` : ''}`

/** The email to an owner whose campaign emails are suspended. */
export const sendingSuspended = (fact: Suspended, publicUrl: string): MailContent =>
  compose({
    subject: subjectOf(fact),
    preheader: fact.reason,
    heading: fact.scope === 'all' ? 'You don’t have to do anything' : 'Please contact us to continue',
    blocks: [
      { kind: 'facts', facts: [['Reason', fact.reason]] },
      {
        kind: 'text',
        text:
          fact.scope === 'all'
            ? 'We stopped the emails of all companies for now. We’ll email you when yours can be sent again.'
            : `Call ${office.phone} or write to ${brand.email}. We’ll email you when your emails can be sent again.`,
      },
      { kind: 'text', text: 'Until then, nothing is sent. Nobody receives an email twice.' },
      { kind: 'action', label: fact.campaign ? 'See the campaign' : 'See your campaigns', url: suspendedUrl(fact, publicUrl) },
    ],
  })
