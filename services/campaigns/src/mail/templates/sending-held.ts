import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { type MailedDispatch, nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

/** The email to an owner whose dispatch is on hold. */
export const sendingHeld = (dispatch: MailedDispatch & { reason: string }, publicUrl: string): MailContent =>
  compose({
    subject: `On hold: ${nameOf(dispatch)}`,
    preheader: dispatch.reason,
    heading: 'Fix the problem, then choose “Send now”',
    blocks: [
      { kind: 'text', text: dispatch.reason },
      { kind: 'text', text: 'Nobody receives the campaign email twice.' },
      sendingFacts(dispatch),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(dispatch, publicUrl) },
    ],
  })
