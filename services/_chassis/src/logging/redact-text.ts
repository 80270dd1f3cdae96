const REDACTED = '***'

/** Matches the first segment of paths that go on with a secret: links in emails, and reset codes. */
const secretPaths =
  /\/(review\/invitation|review|invitation|calendar|unsubscribe|mailing|reset-password|verify-email)\/(?!invitation\/)[^\s/?#:,'"<>()]+/gi
/** Matches the name of a secret, and its value. */
const namedSecrets = /(token|code|password|secret|authorization)(["']?\s{0,9}[:=]\s{0,9}["']?)(?:bearer\s{1,9})?[^\s"',;&<>()]+/gi
const namedCodes = /\b(code |Bearer )[A-Z\d-]{4,}/g
const jsonWebTokens = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g
const emails = /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const queriesAndFragments = /[?#][^\s)'"]*/g
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const longWords = /[\w-]{20,}/g
/** Matches recovery codes, reset codes and six digits, but not the line and column of a script. */
const shortCodes = /(?<![\w.:/-])(?:[A-Z\d]{4}(?:-[A-Z\d]{4}){3}|(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5}|\d{6})(?![\w-])/g

/** Whether a word looks random, like a token: it contains digits, capitals and small letters. Ids of records are no secrets. */
const isRandom = (word: string): boolean => !uuid.test(word) && /\d/.test(word) && /[A-Z]/.test(word) && /[a-z]/.test(word)

const percentDecoded = (text: string): string =>
  text.replace(/%[2-7][\da-f]/gi, (encoded) => String.fromCharCode(Number.parseInt(encoded.slice(1), 16)))

/**
 * Removes what a log must not contain from text that a visitor sent: tokens in URLs and elsewhere, query strings and fragments, codes,
 * passwords with their name, and email addresses. A word that only looks like a token is also removed. Takes linear time.
 */
export function redactText(text: string): string {
  return percentDecoded(text)
    .replace(jsonWebTokens, REDACTED)
    .replace(queriesAndFragments, '')
    .replace(secretPaths, `/$1/${REDACTED}`)
    .replace(emails, REDACTED)
    .replace(namedSecrets, `$1$2${REDACTED}`)
    .replace(namedCodes, `$1${REDACTED}`)
    .replace(longWords, (word) => (isRandom(word) ? REDACTED : word))
    .replace(shortCodes, REDACTED)
}
