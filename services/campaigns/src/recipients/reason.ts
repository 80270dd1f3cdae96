import type { Recipient } from '@app/contracts/http/dispatches.ts'

/** Explanations for the owner, by the first word of a code in the ledger. */
const sentences: Readonly<Record<string, string>> = {
  'address-refused': 'This email address does not exist.',
  'mailbox-refused': 'The mailbox is full, closed or does not exist.',
  'sender-refused': 'The recipient’s mail service refuses our emails.',
  'mail-refused': 'The recipient’s mail service refused this email.',
  'given-up': 'The recipient’s mail service did not accept the email within a day.',
  unknown: 'We sent this email but don’t know whether it arrived.',
  'address-bounced': 'The email bounced: this address does not exist.',
  'mail-bounced': 'The email bounced: the recipient’s mail service did not deliver it.',
  by: 'You marked this email as delivered.',
  'mail-not-made': 'We couldn’t create the email for this person. Check the row in your spreadsheet, or contact us.',
  'invalid-address': 'This is not a valid email address.',
  unsubscribed: 'Unsubscribed from your emails.',
  complained: 'Reported one of your emails as spam.',
  bounced: 'Emails to this address bounced.',
  refused: 'A mail service refused this address before.',
}

/** Returns an explanation of an email's state, or null if the state needs none. */
export function reasonOf(state: Recipient['state'], code: string | null): string | null {
  if (state === 'queued') return code && 'The recipient’s mail service has not accepted the email yet. We’ll try again.'
  if (state === 'unknown') return sentences.unknown ?? null
  return sentences[code?.split(' ', 1)[0] ?? ''] ?? null
}
