export const USERNAME_MISSING = 'Please enter a username'
export const USERNAME_INVALID = 'Please enter a username without links, addresses or line breaks'

/** Line breaks, control characters and signs that turn text around. Joiners stay: names in some scripts need them. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u

/** Endings that mail programs take for a domain's, beside those of countries, which have two letters. */
const endings =
  'com|net|org|info|biz|pro|edu|gov|mil|int|app|dev|web|page|site|online|store|shop|tech|blog|cloud|club|live|life|news|link|click|top|xyz|' +
  'icu|vip|win|bid|loan|work|zone|world|space|website|email|today|agency|media|group|finance|bank|money|cash|help|support|services|' +
  'solutions|digital|network|systems|[a-z]{2}'

/** What mail programs make a link of by themselves. */
const links = [
  /:\/\//,
  /\bwww\./i,
  /\bmailto:/i,
  /\S@\S/,
  // A domain that goes on: a path, a port, a question.
  /[\p{L}\p{N}]\.[\p{L}\p{N}-]{2,}[/\\:?#]\S/u,
  new RegExp(String.raw`[\p{L}\p{N}]\.(?:${endings})(?![\p{L}\p{N}-])`, 'iu'),
]

/** What is wrong with a user name, as a sentence; undefined when it may be taken. It stands in mails that we send. */
export function usernameFault(username: string): string | undefined {
  if (!username.trim()) return USERNAME_MISSING
  return unseen.test(username.trim()) || links.some((link) => link.test(username)) ? USERNAME_INVALID : undefined
}
