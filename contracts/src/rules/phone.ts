/** Spaces, punctuation and invisible characters that occur in formatted phone numbers. */
const formatting = /[\s().\-\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g
const dialable = /^\+?\d+$/
/** A digit that is dialed only within the country, as in `+49 (0) 89 …`. Removing only the parentheses would change the number. */
const trunkPrefix = '(0)'

/** Returns a phone number without formatting: digits, with a leading "+" if the text has one. Returns undefined for other texts. */
export function compactPhone(text: string): string | undefined {
  if (text.includes(trunkPrefix)) return undefined
  const digits = text.replaceAll(formatting, '')
  return dialable.test(digits) ? digits : undefined
}
