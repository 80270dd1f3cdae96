import type { Recipient } from '@app/contracts/http/dispatches.ts'

/** Sentences for the owner, by the first word of a code in the ledger. */
const sentences: Readonly<Record<string, string>> = {
  'address-refused': 'There is nobody at this address.',
  'mailbox-refused': 'The mailbox is full, closed, or not there.',
  'sender-refused': 'The mail service of this address refuses our mails.',
  'mail-refused': 'The mail service of this address refused this mail.',
  'given-up': 'The mail service of this address did not take the mail for a day.',
  unknown: 'The mail left, and nobody knows whether it arrived.',
  'address-bounced': 'It came back: there is nobody at this address.',
  'mail-bounced': 'It came back: the mail service of this address did not deliver it.',
  by: 'You took it for delivered.',
  'mail-not-made': 'We could not make the email for this person. Check the row in your spreadsheet, or contact us.',
  'invalid-address': 'This is not a valid email address.',
  unsubscribed: 'Wants no more of your mails.',
  complained: 'Reported one of your mails as spam.',
  bounced: 'Mails to this address came back.',
  refused: 'This address was refused before.',
}

/** Why a mail is where it is, in words; nothing where that goes without saying. */
export function reasonOf(state: Recipient['state'], code: string | null): string | null {
  if (state === 'queued') return code && 'It is tried again: the mail service did not take it at first.'
  if (state === 'unknown') return sentences.unknown ?? null
  return sentences[code?.split(' ', 1)[0] ?? ''] ?? null
}
