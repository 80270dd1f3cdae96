/** Control characters, line separators, and marks that turn the writing direction around. */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu

/** A text somebody gave, fit for a subject: one line, no control characters, cut when it is longer than `length`. */
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
