/** Names of the characters from U+00A0 to U+00FF, in the order of their code points. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil ' +
  'sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute ' +
  'Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc ' +
  'atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide ' +
  'oslash ugrave uacute ucirc uuml yacute thorn yuml'
const NAMED = new Map([
  ...LATIN_1.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bdquo: '„' }),
  ...Object.entries({ ndash: '–', mdash: '—', hellip: '…', bull: '•', euro: '€', trade: '™', zwnj: '', zwj: '' }),
])
const MAX_CODE_POINT = 0x10ffff

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]{2,8}));/gi

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : entity
  })
}

/** Elements whose content is not text. */
const hidden = new Set(['head', 'style', 'script', 'title'])
/** Elements that begin and end a line. */
const blocks = new Set('address blockquote br div h1 h2 h3 h4 h5 h6 hr li ol p pre table tr ul'.split(' '))

/** Class names and ids with which Yahoo, Outlook and Zoho mark the element that begins the original email. */
const originalMarks = [
  'yahoo_quoted',
  'divrplyfwdmsg',
  'appendonsend',
  'mail-editor-reference-message-container',
  'ms-outlook-mobile-reference-message',
  'zmail_extra',
]

const TAG_NAME = /^\/?([a-z][a-z\d]{0,19})/i

/** Whether a tag begins the original email. */
const beginsOriginal = (name: string, tag: string): boolean =>
  (name === 'div' || name === 'hr') && originalMarks.some((mark) => tag.includes(mark))

/**
 * Reduces HTML to lines of text. Lines of a `blockquote` begin with `>`, as in plain text. Ends where an email app has marked the
 * beginning of the original email, unless no text is above this mark. Scans the HTML once, and treats anything between `<` and `>` as a
 * tag.
 */
export function htmlToLines(html: string): string {
  // Positions in `lower` and `html` must be equal. `toLowerCase` on the whole text would shift positions, because the lower case of `İ` has
  // two characters.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const lines: string[] = []
  let [line, depth, at] = ['', 0, 0]
  const endLine = () => {
    const text = decodeEntities(line.replace(/\s+/g, ' '))
    // The space belongs to the delimiter of signatures.
    const isDelimiter = text.replaceAll('\u00a0', ' ').trimStart() === '-- '
    lines.push((depth > 0 ? '> ' : '') + (isDelimiter ? '-- ' : text.trim()))
    line = ''
  }
  const hasText = () => lines.some((each) => each !== '' && !each.startsWith('>'))
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
    if (beginsOriginal(name, lower.slice(open, at)) && hasText()) break
    if (name === 'blockquote') depth = Math.max(0, depth + (tag.startsWith('/') ? -1 : 1))
  }
  endLine()
  return lines.join('\n')
}
