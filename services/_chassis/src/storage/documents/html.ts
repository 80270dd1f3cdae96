/** What browsers take for HTML by how it begins (https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type), and pictures that carry script. */
const beginning =
  /^[\t\n\f\r ]*(?:<\?xml[^>]*>[\t\n\f\r ]*)?(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)[\t\n\f\r >/])/i

const encodings: readonly (readonly [mark: string, encoding: string])[] = [
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
]

/** The encoding that the mark at the beginning tells, if it is of two bytes a character. */
export const wideEncodingOf = (head: Buffer): string | undefined =>
  encodings.find(([mark]) => head.toString('latin1', 0, mark.length) === mark)?.[1]

/** Whether a browser would take these bytes for a page, if it guessed. */
export const isHtml = (head: Buffer): boolean => beginning.test(new TextDecoder(wideEncodingOf(head) ?? 'utf-8').decode(head))
