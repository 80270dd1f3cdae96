import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { nameOf } from './campaign-facts.ts'
import { type MailedSuspension, suspendedUrl } from './sending-suspended.ts'

/** The email to an owner whose campaign emails are no longer suspended. */
export const sendingResumed = (suspension: MailedSuspension, publicUrl: string): MailContent =>
  compose({
    subject: suspension.campaign ? `No longer suspended: ${nameOf(suspension.campaign)}` : 'No longer suspended: your campaign emails',
    preheader: 'Scheduled emails are sent on their days.',
    heading: 'Check the emails whose day has passed',
    blocks: [
      { kind: 'text', text: 'Scheduled emails are sent on their days. We don’t send late without asking: choose “Send now”.' },
      { kind: 'facts', facts: [['Company', oneLine(suspension.companyName, 100)]] },
      { kind: 'action', label: suspension.campaign ? 'See the campaign' : 'See your campaigns', url: suspendedUrl(suspension, publicUrl) },
    ],
  })
