/** Replaces a removed link. */
const LINK_REMOVED = '[link removed]'

/** Random tokens contain at least this many capital and small letters. */
const LETTERS_MIN = 4
/** A random token without digits has many more capital letters than text that consists of words, such as a long hashtag. */
const CAPITALS_WITHOUT_DIGITS = 10

// In the following expressions, a slash or a number sign can be encoded in a URL, in quoted-printable, in HTML or in JSON. Between all
// characters of a token, there can be a line break that an email app inserted, with the quote marks of the next line.

/**
 * A token after a path of the product: a review link, an invitation, a calendar feed, or a link that confirms or takes back an email
 * address. These tokens are 32 bytes in base64url.
 */
const PATH_WITH_TOKEN =
  /(?:review|invitation|calendar|(?:verify|confirm|revert)-email)(?:\\?\/|#|%(?:25){0,3}(?:2F|23)|=(?:2F|23)|&#(?:x2F|47|x23|35);)(?:=?\r?\n[ \t>|]{0,20})?((?:[A-Za-z0-9_-](?:=?\r?\n[ \t>|]{0,20})?){42}[A-Za-z0-9_-])/gi
/** Ids of Google's scripts and documents follow `/s/` and `/d/`. */
const BARE_TOKEN = /(?<![\w-]|\/[ds]\/)([A-Za-z0-9_-]{43})(?![\w-])/g
/** A link for unsubscribing from campaigns. Its token is 16 bytes in hexadecimal. */
const UNSUBSCRIBE =
  /unsubscribe(?:\\?\/|#|%(?:25){0,3}(?:2F|23)|=(?:2F|23)|&#(?:x2F|47|x23|35);)(?:=?\r?\n[ \t>|]{0,20})?(?:[0-9a-f](?:=?\r?\n[ \t>|]{0,20})?){31}[0-9a-f]/gi
/** The addresses for replies and bounces contain a token. */
const MAIL_ADDRESS = /(?:reply|bounce)(?:\+|%(?:25){0,3}2B|=2B)(?:[A-Za-z0-9](?:=?\r?\n[ \t>|]{0,20})?){31}[A-Za-z0-9]/gi
const SIGNED_URL = /X-Amz-(?:Signature|Credential)(?:=|%(?:25){0,3}3D)/gi

/** A word in which a link can be encoded. */
const LONG_WORD = /[^\s<>"]{43,}/g
const ENCODED = /%[\da-f]{2}|=[\da-f]{2}|-[\da-f]{2}|&#/i
/** A link in a link in a link, and so on, is decoded at most this many times. */
const DECODINGS_MAX = 4

const END_OF_WORD = /[\s<>"'()[\]{}`]/
const PUNCTUATION_AT_END = /[.,;:!?]/

const countOf = (text: string, characters: RegExp): number => text.match(characters)?.length ?? 0

/** Whether a text of the length of a token can be a token: paths of words, such as `spring-menu`, have no capital letters. */
const isToken = (text: string): boolean => /[A-Z]/.test(text) && /[a-z]/.test(text)

/** Whether a text of the length of a token has the letters of a random token. One token in a million has other letters. */
function isRandom(text: string): boolean {
  const capitals = countOf(text, /[A-Z]/g)
  if (capitals < LETTERS_MIN || countOf(text, /[a-z]/g) < LETTERS_MIN) return false
  return /[\d_-]/.test(text) || capitals >= CAPITALS_WITHOUT_DIGITS
}

/** Returns the positions in a text at which a link or address with a token begins and ends, without the rest of its word. */
function findTokens(text: string): [number, number][] {
  const spans: [number, number][] = []
  const add = (pattern: RegExp, isFound = (_token: string): boolean => true) => {
    for (const match of text.matchAll(pattern)) if (isFound(match[1] ?? '')) spans.push([match.index, match.index + match[0].length])
  }
  add(PATH_WITH_TOKEN, isToken)
  add(BARE_TOKEN, isRandom)
  add(UNSUBSCRIBE)
  add(MAIL_ADDRESS)
  add(SIGNED_URL)
  return spans
}

const characterOf = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))
const decodeUrl = (text: string): string => text.replace(/%([\da-f]{2})/gi, characterOf)

/** Returns a word as it is after each decoding: of URLs in URLs, of quoted-printable, and of links that Proofpoint has rewritten. */
function decodingsOf(word: string): string[] {
  const decoded = [word]
  for (let times = 0; times < DECODINGS_MAX; times += 1) decoded.push(decodeUrl(decoded.at(-1) ?? ''))
  return [...decoded, word.replace(/=([\da-f]{2})/gi, characterOf), decodeUrl(word.replaceAll('_', '/').replace(/-([\da-f]{2})/gi, '%$1'))]
}

/** Returns the positions of words that contain a token only after they are decoded. */
function findEncodedTokens(text: string): [number, number][] {
  const spans: [number, number][] = []
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    if (!ENCODED.test(word) || decodingsOf(word).every((decoded) => findTokens(decoded).length === 0)) continue
    spans.push([index, index + word.length - (PUNCTUATION_AT_END.test(word.slice(-1)) ? 1 : 0)])
  }
  return spans
}

/**
 * Replaces links of the product that contain a token with `[link removed]`: the links of review emails, invitations, calendar feeds,
 * confirmations and unsubscribing, URLs of private files, and the addresses for replies. A person who has such a link can act for the
 * recipient of the email. The host of the link is not compared, and the link may be encoded, part of another link, or broken by line
 * breaks. Also replaces tokens without a link. Runs in linear time.
 */
export function removeTokenLinks(text: string): string {
  const spans = [...findTokens(text), ...findEncodedTokens(text)].sort(([one], [other]) => one - other)
  let [kept, end] = ['', 0]
  for (const [from, to] of spans) {
    if (to <= end) continue
    let [first, last] = [Math.max(from, end), to]
    while (first > end && !END_OF_WORD.test(text.charAt(first - 1))) first -= 1
    while (last < text.length && !END_OF_WORD.test(text.charAt(last))) last += 1
    while (last > to && PUNCTUATION_AT_END.test(text.charAt(last - 1))) last -= 1
    kept += from < end ? '' : text.slice(end, first) + LINK_REMOVED
    end = last
  }
  return end === 0 ? text : kept + text.slice(end)
}

/** Removes links with tokens from all texts of a JSON value, except from properties with the given names. */
export function removeTokenLinksIn(value: unknown, isKept: (name: string) => boolean): unknown {
  if (typeof value === 'string') return removeTokenLinks(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => removeTokenLinksIn(item, isKept))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, isKept(name) ? item : removeTokenLinksIn(item, isKept)]))
}
