import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { formatDateAndTime } from '@app/contracts/format/times.ts'
import { type MailedDispatch, nameOf, ownerCampaignUrl, sendingFacts } from './campaign-facts.ts'

interface Late extends MailedDispatch {
  reason: string
  /** When the service stops trying to read the spreadsheet. */
  until: string
}

/** The email to an owner whose campaign is late because the spreadsheet cannot be read. */
export const sendingLate = (dispatch: Late, publicUrl: string, timeZone: string): MailContent =>
  compose({
    subject: `Waiting for your spreadsheet: ${nameOf(dispatch)}`,
    preheader: dispatch.reason,
    heading: `We’ll try until ${formatDateAndTime(dispatch.until, timeZone)}`,
    blocks: [
      {
        kind: 'text',
        text: 'We read your spreadsheet right before we send a campaign, but we can’t read it at the moment. You may not need to do anything.',
      },
      { kind: 'text', text: 'If we can’t read it by then, we won’t send the campaign late without asking you.' },
      sendingFacts(dispatch, ['Reason', dispatch.reason]),
      { kind: 'action', label: 'See the campaign', url: ownerCampaignUrl(dispatch, publicUrl) },
    ],
  })
