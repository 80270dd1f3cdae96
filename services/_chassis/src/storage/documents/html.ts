/** Signatures of HTML (https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type), and `svg`. */
const beginning =
  /^[\t\n\f\r ]*(?:<\?xml[^>]*>[\t\n\f\r ]*)?(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg)[\t\n\f\r >/])/i

const encodings: readonly (readonly [mark: string, encoding: string])[] = [
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
]

/** Returns the encoding if the text begins with a UTF-16 byte order mark. */
export const wideEncodingOf = (head: Buffer): string | undefined =>
  encodings.find(([mark]) => head.toString('latin1', 0, mark.length) === mark)?.[1]

/** Whether a browser that ignores the content type would treat these bytes as HTML. */
export const isHtml = (head: Buffer): boolean => beginning.test(new TextDecoder(wideEncodingOf(head) ?? 'utf-8').decode(head))
