/**
 * Beginnings of files that browsers sniff as HTML, and `svg`, which can contain script.
 * https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type
 */
const beginning =
  /^[\t\n\f\r ]*(?:<\?xml[^>]*>[\t\n\f\r ]*)?(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)[\t\n\f\r >/])/i

const encodings: readonly (readonly [mark: string, encoding: string])[] = [
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
]

/** Returns UTF-16LE or UTF-16BE if the text begins with such a byte order mark, otherwise undefined. */
export const wideEncodingOf = (head: Buffer): string | undefined =>
  encodings.find(([mark]) => head.toString('latin1', 0, mark.length) === mark)?.[1]

/** Returns whether a browser that sniffs the type would treat these bytes as HTML. */
export const isHtml = (head: Buffer): boolean => beginning.test(new TextDecoder(wideEncodingOf(head) ?? 'utf-8').decode(head))
