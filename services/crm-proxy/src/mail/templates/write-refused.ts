import { compose, type MailContent } from '@app/chassis/mail/compose.ts'
import { oneLine } from '@app/chassis/text/one-line.ts'
import type { SheetWrite } from '@app/contracts/http/customers.ts'

/** Returns the URL of the owner's customers. With an id, the URL opens that customer. */
export const ownerCustomersUrl = (publicUrl: string, customerId = ''): string =>
  `${publicUrl}/management?section=1${customerId && `&person=${encodeURIComponent(customerId)}`}`

/** A change that cannot be written to the spreadsheet. */
export interface RefusedWrite {
  kind: SheetWrite['kind']
  /** Whether the same cells were changed in the spreadsheet. */
  conflict: boolean
  customerId: string
  /** Name or email address of the customer. May be empty. */
  name: string
  reason: string
}

const kinds: Readonly<Record<RefusedWrite['kind'], string>> = {
  add: 'New customer',
  update: 'Edited details',
  merge: 'Merged rows',
  unsubscribe: 'Unsubscribed',
}

/** The email to an owner whose change was not saved to the spreadsheet. The link opens the list that marks changes to decide on. */
export function writeRefused({ kind, customerId, name, reason, conflict }: RefusedWrite, publicUrl: string): MailContent {
  const about = oneLine(name, 100) || 'a customer'
  return compose({
    subject: conflict ? `Changed in two places: ${about}` : `Not saved to your spreadsheet: ${about}`,
    preheader: `Nothing is lost. ${reason}`,
    heading: conflict ? 'Please choose which version to keep' : 'Please send the change again or discard it',
    blocks: [
      {
        kind: 'text',
        text: conflict
          ? 'Nothing is lost. The details that you changed in your portal were also changed in your customer spreadsheet.'
          : 'Nothing is lost. Your portal still has the change.',
      },
      {
        kind: 'facts',
        facts: [
          ...(name ? [['Customer', about] as const] : []),
          ['Change', kinds[kind]],
          // The reason of a conflict is the sentence above.
          ...(conflict ? [] : [['Reason', reason] as const]),
        ],
      },
      { kind: 'text', text: 'Other changes may need your decision too. They are marked in your list of customers.' },
      { kind: 'action', label: 'See your customers', url: ownerCustomersUrl(publicUrl, kind === 'add' ? '' : customerId) },
    ],
  })
}
