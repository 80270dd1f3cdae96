const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const MAX_CODE_POINT = 0x10ffff

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity
  })
}

/** Elements whose content is not text. */
const hidden = new Set(['head', 'style', 'script', 'title'])
/** Elements that begin and end a line. */
const blocks = new Set([
  'address',
  'blockquote',
  'br',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'table',
  'tr',
  'ul',
])

const TAG_NAME = /^\/?([a-z][a-z\d]{0,19})/i

/**
 * Reduces HTML to lines of text. Lines of a `blockquote` begin with `>`, as in plain text. Scans the HTML once, and treats anything between
 * `<` and `>` as a tag.
 */
export function htmlToLines(html: string): string {
  // Positions in `lower` and `html` must be equal. `toLowerCase` on the whole text would shift positions, because the lower case of `İ` has
  // two characters.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const lines: string[] = []
  let [line, depth, at] = ['', 0, 0]
  const endLine = () => {
    lines.push((depth > 0 ? '> ' : '') + decodeEntities(line.replace(/\s+/g, ' ')).trim())
    line = ''
  }
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      line += html.slice(at)
      break
    }
    line += html.slice(at, open)
    const isComment = html.startsWith('<!--', open)
    const end = isComment ? '-->' : '>'
    const close = html.indexOf(end, open)
    // The rest is an incomplete tag or comment.
    if (close < 0) break
    at = close + end.length
    if (isComment) continue
    const tag = html.slice(open + 1, close)
    const name = (TAG_NAME.exec(tag)?.[1] ?? '').toLowerCase()
    if (hidden.has(name) && !tag.startsWith('/')) {
      at = lower.indexOf(`</${name}`, at)
      if (at < 0) break
    }
    if (!blocks.has(name)) continue
    endLine()
    if (name === 'blockquote') depth = Math.max(0, depth + (tag.startsWith('/') ? -1 : 1))
  }
  endLine()
  return lines.join('\n')
}
