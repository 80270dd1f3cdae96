/**
 * Maximum bytes of text in an encoded word. In base64, 36 bytes are 48 characters; with its delimiters, the word has 60 characters. A line
 * with an encoded word has at most 76 characters (RFC 2047), so the header's name fits on the same line.
 */
const WORD_BYTES = 36
/**
 * Text that needs no encoding: at most 66 characters of printable ASCII. Together with the header's name, these characters fit on a line of
 * 78 characters, the maximum that RFC 5322 recommends.
 */
const PLAIN = /^[\x20-\x7e]{0,66}$/

const isPlain = (text: string): boolean => PLAIN.test(text) && !text.includes('=?')

/** Returns a text for a header: unchanged if it is plain, otherwise as encoded words (RFC 2047), one per line. */
export function headerText(text: string): string {
  if (isPlain(text)) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ')
}

const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`

/**
 * Formats a display name with an email address or list id. If the name is encoded, the value starts on a new line, because a line with an
 * encoded word has at most 76 characters (RFC 2047).
 */
export function namedValue(name: string, value: string): string {
  if (!name) return `<${value}>`
  return isPlain(name) ? `${quoted(name)} <${value}>` : `${headerText(name)}\r\n <${value}>`
}

/** Characters that require quotes around a display name. */
const SPECIAL = /[",:;<>@\\()[\]]/

/** Formats a display name and an email address without encoded words. The web app shows this text before a campaign email is sent. */
export function readableAddress(name: string, address: string): string {
  if (!name) return address
  return `${SPECIAL.test(name) ? quoted(name) : name} <${address}>`
}
