/** RFC 2047: a word has at most 75 characters; so many bytes in base64, beside what surrounds them and the name of the header. */
const MOST_BYTES = 36
/** Kept as it is: what is seen, on a line as long as RFC 5322 would have it, and nothing that reads as an encoded word. */
const PLAIN = /^[\x20-\x7e]{0,66}$/

/** A text as the value of a header: as it is, or in encoded words, one a line. */
export function headerText(text: string): string {
  if (PLAIN.test(text) && !text.includes('=?')) return text
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > MOST_BYTES) {
      words.push(word)
      word = ''
    }
    word += character
  }
  words.push(word)
  return words.map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ')
}

/** A name beside an address. */
export const displayName = (name: string): string => {
  const text = headerText(name)
  return text === name ? `"${name.replace(/["\\]/g, '\\$&')}"` : text
}
