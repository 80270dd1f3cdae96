/** RFC 2047 limits an encoded word to 75 characters. Base64 of so many bytes, with its frame and the header's name, is shorter. */
const WORD_BYTES = 36
/** Printable ASCII on a line as short as RFC 5322 recommends is not encoded, unless it looks like an encoded word. */
const PLAIN = /^[\x20-\x7e]{0,66}$/

const isPlain = (text: string): boolean => PLAIN.test(text) && !text.includes('=?')

/** Returns a text as the value of a header: as it is, or as encoded words, one on each line. */
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
 * Returns a display name and what it names, such as an address, as the value of a header. After encoded words the address is on
 * a line of its own: RFC 2047 limits a line with an encoded word to 76 characters.
 */
export function namedValue(name: string, value: string): string {
  if (!name) return `<${value}>`
  return isPlain(name) ? `${quoted(name)} <${value}>` : `${headerText(name)}\r\n <${value}>`
}

/** Characters that end or structure a name in a list of addresses. */
const SPECIAL = /[",:;<>@\\()[\]]/

/** Returns a display name and an address as a person reads them. */
export function readableAddress(name: string, address: string): string {
  if (!name) return address
  return `${SPECIAL.test(name) ? quoted(name) : name} <${address}>`
}
