/** C0 control characters except tab and line breaks, and DEL. C1 characters stay: they are letters of a wrongly decoded text. */
const CONTROLS = /[\p{Cc}--[\t\n\r\u0080-\u009f]]/gv
/** The same, and lone surrogates. */
const UNFIT = /[[\p{Cc}\p{Cs}]--[\t\n\r\u0080-\u009f]]/v

/** A text that Postgres stores as `text` and as `jsonb`: NUL is removed, a lone surrogate becomes U+FFFD. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** A storable text without control characters that have no meaning in a text. */
export const cleanText = (text: string): string => (UNFIT.test(text) ? text.replace(CONTROLS, '').toWellFormed() : text)

/** Truncates a text to `length` code units. Never splits a surrogate pair, which Postgres would reject. */
export function truncate(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
