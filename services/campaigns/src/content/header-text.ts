/** Bytes in one encoded word. RFC 2047 limits an encoded word to 75 characters; base64 of 36 bytes and the header's name fit. */
const WORD_BYTES = 36
/** Printable ASCII that fits on a line of the length that RFC 5322 recommends. It needs no encoding. */
const PLAIN = /^[\x20-\x7e]{0,66}$/

const isPlain = (text: string): boolean => PLAIN.test(text) && !text.includes('=?')

/** Encodes a text for a header: as it is if possible, otherwise as encoded words (RFC 2047), one on each line. */
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
 * Returns a header value with a display name and a value, such as an email address. After encoded words the value is on a separate
 * line, because RFC 2047 limits a line with an encoded word to 76 characters.
 */
export function namedValue(name: string, value: string): string {
  if (!name) return `<${value}>`
  return isPlain(name) ? `${quoted(name)} <${value}>` : `${headerText(name)}\r\n <${value}>`
}

/** Characters that require quotes around a display name. */
const SPECIAL = /[",:;<>@\\()[\]]/

/** Returns a display name and an email address as people read them, without encoded words. */
export function readableAddress(name: string, address: string): string {
  if (!name) return address
  return `${SPECIAL.test(name) ? quoted(name) : name} <${address}>`
}
