import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { type MailedDispatch, nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

/** The email to an owner whose campaign was not sent on its scheduled day. */
export const sendingMissed = (dispatch: MailedDispatch & { reason: string }, publicUrl: string): MailContent =>
  compose({
    subject: `Not sent: ${nameOf(dispatch)}`,
    preheader: dispatch.reason,
    heading: 'Choose “Send now” if the campaign email should still go out',
    blocks: [
      { kind: 'text', text: 'We don’t send a campaign email late without asking.' },
      sendingFacts(dispatch, ['Reason', dispatch.reason]),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(dispatch, publicUrl) },
    ],
  })
