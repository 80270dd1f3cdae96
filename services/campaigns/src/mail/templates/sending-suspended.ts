import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { brand } from '@app/contracts/brand.ts'
import { office } from '@app/contracts/brand-office.ts'
import type { Suspension } from '@app/contracts/http/suspensions.ts'
import { nameOf } from './campaign-facts.ts'

/** The data of a suspension that emails show. */
export interface MailedSuspension {
  companyName: string
  scope: Suspension['scope']
  /** Only if one campaign is suspended. */
  campaign?: { campaignId: string; name: string }
}

/** The list of campaigns in the portal, or one of them. */
export const suspendedUrl = ({ campaign }: Pick<MailedSuspension, 'campaign'>, publicUrl: string): string =>
  `${publicUrl}/management?section=2${campaign ? `&open=${campaign.campaignId}` : ''}`

/** The email to an owner whose campaign emails are suspended. */
export const sendingSuspended = (suspension: MailedSuspension & { reason: string }, publicUrl: string): MailContent =>
  compose({
    subject: suspension.campaign ? `Suspended: ${nameOf(suspension.campaign)}` : 'Suspended: all your campaign emails',
    preheader: suspension.reason,
    heading: suspension.scope === 'all' ? 'You don’t have to do anything' : 'Please contact us to continue',
    blocks: [
      { kind: 'facts', facts: [['Reason', suspension.reason]] },
      {
        kind: 'text',
        text:
          suspension.scope === 'all'
            ? 'We stopped the emails of all companies for now. We’ll email you when yours can be sent again.'
            : `Call ${office.phone} or write to ${brand.email}. We’ll email you when your emails can be sent again.`,
      },
      { kind: 'text', text: 'Until then, nothing is sent. Nobody receives an email twice.' },
      { kind: 'action', label: suspension.campaign ? 'See the campaign' : 'See your campaigns', url: suspendedUrl(suspension, publicUrl) },
    ],
  })
