/** Control characters, line and paragraph separators, and characters that change the writing direction. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** Returns user input as one line of at most `length` characters, for example for a mail subject. */
export function oneLine(text: string, length: number): string {
  const line = text.replace(unfit, ' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= length
    ? line
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
