const MAX_LENGTH = 254

/** The format that forms require. Bounded: 254 characters, because `hasEmailFormat` checks the length first. */
const pattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A word before the `@`. Dots separate words. Invisible characters, and characters that delimit or quote text in headers, are excluded. */
const word = String.raw`[^\s@<>()[\]\\,;:"\p{C}.]+`
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const address = new RegExp(String.raw`^${word}(?:\.${word})*@(?:${label}\.)+(?!\d+$)${label}$`, 'u')

export const EMAIL_INVALID = 'Please enter a valid email address'

/** Whether the value has the format text@text.text without spaces, and at most 254 characters (RFC 5321). */
export const hasEmailFormat = (value: string): boolean => value.length <= MAX_LENGTH && pattern.test(value)

/** Accepts a local part in any script without quotes (dot-atom, RFC 5322) at a domain name. Rejects IP addresses as the domain. */
export const isEmail = (value: string): boolean => hasEmailFormat(value) && address.test(value)

const NOT_ASCII = /[^\0-\x7f]/

/** Returns the ASCII spelling (Punycode) of an international domain. Returns an invalid domain unchanged. */
function asciiDomain(domain: string): string {
  if (!NOT_ASCII.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** Returns the spelling by which addresses are compared and stored: lower case, composed characters (NFC), and an ASCII domain. */
export function normalizeEmail(value: string): string {
  const address = value.trim().normalize('NFC').toLowerCase()
  const domain = address.lastIndexOf('@') + 1
  return address.slice(0, domain) + asciiDomain(address.slice(domain))
}

/** Shortens an email address to the first character and the domain, such as `m…@harborpine.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${at > 0 ? first : ''}…${email.slice(at)}`
}
