import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import { formatDateAndTime } from '@app/contracts/format/times.ts'
import { ownerCustomersUrl } from './write-refused.ts'

export interface AwaySheet {
  companyName: string
  since: string
  reason: string
}

/** The email to an owner whose spreadsheet was unreachable for a day. */
export const sheetAway = ({ companyName, since, reason }: AwaySheet, publicUrl: string, timeZone: string): MailContent =>
  compose({
    subject: 'We can’t reach your customer spreadsheet',
    preheader: reason,
    heading: 'We keep your changes',
    blocks: [
      {
        kind: 'text',
        text: `Your portal shows the customers of ${oneLine(companyName, 100)} as of ${formatDateAndTime(since, timeZone)}. We save your changes to the spreadsheet as soon as we can reach it again.`,
      },
      { kind: 'facts', facts: [['Reason', reason]] },
      {
        kind: 'text',
        text: 'If you moved the spreadsheet, or changed who can access it or its script, please contact us. We’ll help you connect it again.',
      },
      { kind: 'action', label: 'See your customers', url: ownerCustomersUrl(publicUrl) },
    ],
  })
