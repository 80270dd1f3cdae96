import { isBlank } from './blank.ts'
export const USERNAME_MISSING = 'Please enter a username'
export const USERNAME_INVALID = 'Please enter a username without links, email addresses or line breaks'

/** Line breaks, control characters and text direction marks. Zero-width joiners are allowed, because some scripts need them in names. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u

/** Top-level domains that email apps turn into links. `[a-z]{2}` matches the domains of countries. */
const endings =
  'com|net|org|info|biz|pro|edu|gov|mil|int|app|dev|web|page|site|online|store|shop|tech|blog|cloud|club|live|life|news|link|click|top|xyz|' +
  'icu|vip|win|bid|loan|work|zone|world|space|website|email|today|agency|media|group|finance|bank|money|cash|help|support|services|' +
  'solutions|digital|network|systems|[a-z]{2}'

const links = [
  /:\/\//,
  /\bwww\./i,
  /\bmailto:/i,
  /\S@\S/,
  // A domain followed by a path, a port or a query.
  /[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}[/\\:?#]\S/u,
  new RegExp(String.raw`[\p{L}\p{N}]\.(?:${endings})(?![\p{L}\p{N}-])`, 'iu'),
]

/** Returns the error message for a username. The product's emails contain the username, so it must not contain links. */
export function usernameFault(username: string): string | undefined {
  if (isBlank(username)) return USERNAME_MISSING
  return unseen.test(username.trim()) || links.some((link) => link.test(username)) ? USERNAME_INVALID : undefined
}
