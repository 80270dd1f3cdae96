import { normalizeEmail } from './email.ts'

const GMAIL: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that most providers deliver an email address to. Text from a plus sign on is dropped; for Gmail also the dots.
 * Only for counting: two addresses of one mailbox are still two accounts.
 */
export function mailboxOf(email: string): string {
  const address = normalizeEmail(email)
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const plus = local.indexOf('+', 1)
  const name = plus > 0 ? local.slice(0, plus) : local
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
