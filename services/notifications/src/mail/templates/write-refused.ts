import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/one-line.ts'
import type { EventData } from '@app/contracts/define.ts'
import type { WriteRefused } from '@app/contracts/events/crm-proxy.ts'
import { ownerCustomersUrl } from './sheet-away.ts'

type Fact = EventData<typeof WriteRefused>

const kinds: Readonly<Record<Fact['kind'], string>> = {
  add: 'A new entry',
  update: 'A change',
  merge: 'Rows made one',
  unsubscribe: 'No more mail wanted',
}

/** To the owner: something entered is not in the spreadsheet. The link leads to where all that waits for a decision stands. */
export function writeRefused({ kind, customerId, name, reason, conflict }: Fact, publicUrl: string): MailContent {
  const about = name ? [['About', oneLine(name, 200)] as const] : []
  return compose({
    subject: 'A change is not in your customer spreadsheet',
    preheader: reason,
    heading: conflict ? 'Two changes of the same cells' : 'A change was not written',
    blocks: [
      {
        kind: 'text',
        text: conflict
          ? 'What you entered meets what somebody changed in the spreadsheet. Nothing is lost: please choose which words stay.'
          : 'What you entered could not be written into your spreadsheet. Nothing is lost: please send it again or drop it.',
      },
      { kind: 'facts', facts: [['What', kinds[kind]], ...about, ['Reason', reason]] },
      { kind: 'text', text: 'There may be more of them. Your customers show a mark wherever something waits for you.' },
      { kind: 'action', label: 'See your customers', url: ownerCustomersUrl(publicUrl, kind === 'add' ? '' : customerId) },
    ],
  })
}
