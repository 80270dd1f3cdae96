import { normalizeEmail } from './email.ts'

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the mailbox to which most providers deliver the emails of an address. Removes text after a plus sign, and for Gmail also dots.
 * Use the mailbox only to count requests, because two addresses of one mailbox can have two accounts.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const plus = local.indexOf('+', 1)
  const name = plus > 0 ? local.slice(0, plus) : local
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
