import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { SheetAway } from '@app/contracts/events/crm-proxy.ts'
import { formatDateAndTime } from '@app/contracts/format/times.ts'

/** Returns the URL of the owner's customers. With an id, the URL opens that customer. */
export const ownerCustomersUrl = (publicUrl: string, customerId = ''): string =>
  `${publicUrl}/management?section=1${customerId && `&person=${encodeURIComponent(customerId)}`}`

/** The email to an owner whose spreadsheet was unreachable for a day. */
export const sheetAway = ({ companyName, since, reason }: EventData<typeof SheetAway>, publicUrl: string, timeZone: string): MailContent =>
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
