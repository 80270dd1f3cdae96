/** Content of an XML element: a value, nested elements, or an array for a repeated element. */
export type XmlContent = string | number | boolean | XmlContent[] | { [name: string]: XmlContent | undefined }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

export const element = (root: string, content: XmlContent): string => DECLARATION + render(root, content)

export function render(name: string, content: XmlContent): string {
  if (Array.isArray(content)) return content.map((item) => render(name, item)).join('')
  if (typeof content !== 'object') return `<${name}>${escapeXml(String(content))}</${name}>`
  const children = Object.entries(content).map(([child, value]) => (value === undefined ? '' : render(child, value)))
  return `<${name}>${children.join('')}</${name}>`
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}

/** Returns the inner text of each element with this name. Supports only the two small XML documents that S3 clients send. */
export function elementsNamed(name: string, xml: string): string[] {
  const found: string[] = []
  const endTag = `</${name}>`
  const end = xml.lastIndexOf(endTag)
  // The search for a start tag begins after the previous end tag, so that the run time is linear.
  for (let at = 0; end >= 0 && at <= end; ) {
    const start = xml.indexOf(`<${name}`, at)
    const open = start < 0 ? -1 : xml.indexOf('>', start)
    if (open < 0) break
    const isNamed = /^[\s>]/.test(xml.slice(start + name.length + 1, start + name.length + 2))
    const close = isNamed ? xml.indexOf(endTag, open) : -1
    if (isNamed && close < 0) break
    if (isNamed) found.push(xml.slice(open + 1, close))
    at = isNamed ? close + endTag.length : open + 1
  }
  return found
}

export function textOf(name: string, xml: string): string | undefined {
  const [inner] = elementsNamed(name, xml)
  return inner === undefined ? undefined : unescapeXml(inner)
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number.parseInt(decimal, 10))
    return Object.keys(ESCAPES).find((sign) => ESCAPES[sign] === `&${name};`) ?? whole
  })
}
