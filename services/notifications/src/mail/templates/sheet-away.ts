import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { SheetAway } from '@app/contracts/events/crm-proxy.ts'
import { dayAndTime } from './day-and-time.ts'

/** Returns the URL of the owner's customers, with one customer opened if an id is given. */
export const ownerCustomersUrl = (publicUrl: string, customerId = ''): string =>
  `${publicUrl}/management?section=1${customerId && `&person=${encodeURIComponent(customerId)}`}`

/** To the owner: the spreadsheet could not be reached for a day. */
export const sheetAway = ({ companyName, since, reason }: EventData<typeof SheetAway>, publicUrl: string, timeZone: string): MailContent =>
  compose({
    subject: 'Your customer spreadsheet does not answer',
    preheader: reason,
    heading: 'Your customer spreadsheet does not answer',
    blocks: [
      {
        kind: 'text',
        text: `The spreadsheet with the customers of ${oneLine(companyName, 100)} has not answered for a day. What you see of it is as it was before, and what you enter is kept and written as soon as it answers again.`,
      },
      {
        kind: 'facts',
        facts: [
          ['Since', dayAndTime(since, timeZone)],
          ['Reason', reason],
        ],
      },
      {
        kind: 'text',
        text: 'If you moved it, closed it to others or changed its script, please tell us: we help you to connect it again.',
      },
      { kind: 'action', label: 'See your customers', url: ownerCustomersUrl(publicUrl) },
    ],
  })
