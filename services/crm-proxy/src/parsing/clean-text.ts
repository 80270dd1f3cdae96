/** DEL and C0 controls except tab and line breaks. C1 controls stay: they are letters in a text decoded with the wrong character set. */
const CONTROLS = /[\p{Cc}--[\t\n\r\u0080-\u009f]]/gv
/** The characters of `CONTROLS`, and lone surrogates. */
const UNFIT = /[[\p{Cc}\p{Cs}]--[\t\n\r\u0080-\u009f]]/v

/** Returns a text that Postgres can store: without NUL, and with U+FFFD for lone surrogates. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Returns a storable text without control characters except tab and line breaks. */
export const cleanText = (text: string): string => (UNFIT.test(text) ? text.replace(CONTROLS, '').toWellFormed() : text)

/** Truncates a text to `length` UTF-16 code units. Never splits a surrogate pair, because Postgres would reject the text. */
export function truncate(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
