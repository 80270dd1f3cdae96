/** A value, nested elements, or the same element many times. */
export type XmlContent = string | number | boolean | XmlContent[] | { [name: string]: XmlContent | undefined }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** One whole document with the given root element. */
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

/** The inner text of every element of that name; enough for the two small documents S3 clients send. */
export function elementsNamed(name: string, xml: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))
  return [...found].map(([, inner]) => inner ?? '')
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
