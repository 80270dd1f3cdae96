import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { ownerCustomersUrl } from './sheet-away.ts'

type Fact = EventData<typeof WriteRefused>

const kinds: Readonly<Record<Fact['kind'], string>> = {
  add: 'New customer',
  update: 'Changed customer',
  merge: 'Merged rows',
  unsubscribe: 'Unsubscribed customer',
}

/**
 * The email to an owner whose change was not saved to the spreadsheet. The link opens the owner's customers, where changes that need a
 * decision are listed.
 */
export function writeRefused({ kind, customerId, name, reason, conflict }: Fact, publicUrl: string): MailContent {
  const about = name ? [['About', oneLine(name, 200)] as const] : []
  return compose({
    subject: 'A change was not saved to your customer spreadsheet',
    preheader: reason,
    heading: conflict ? 'Changed in two places' : 'A change was not saved',
    blocks: [
      {
        kind: 'text',
        text: conflict
          ? 'The cells that you changed were also changed in the spreadsheet. Nothing is lost. Please choose which version to keep.'
          : 'We couldn’t save your change to your spreadsheet. Nothing is lost. Please send the change again or discard it.',
      },
      { kind: 'facts', facts: [['Change', kinds[kind]], ...about, ['Reason', reason]] },
      { kind: 'text', text: 'Other changes may need your decision too. They are marked in your list of customers.' },
      { kind: 'action', label: 'See your customers', url: ownerCustomersUrl(publicUrl, kind === 'add' ? '' : customerId) },
    ],
  })
}
