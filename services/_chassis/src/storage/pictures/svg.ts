import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawingRefused } from '@app/contracts/rules/files.ts'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { BadFile, type Inspector } from '../inspect.ts'
import { damaged } from './bad-picture.ts'
import {
  elements,
  isInert,
  plainAttributes,
  SVG,
  styledAttributes,
  XLINK,
  XML,
  XMLNS,
  xlinkAttributes,
  xmlAttributes,
} from './svg-names.ts'
import { isInside, styleFault } from './svg-style.ts'

/** The following limits restrict the memory that viewers and this check need. Real drawings stay far below the limits. */
const DEEPEST = 256
const ELEMENTS_MAX = 100_000
const ATTRIBUTES_MAX = 128
/** Maximum length of a `style` attribute or element. The check of a style of this length blocks the event loop for a few milliseconds. */
const STYLE_CHARS_MAX = 128 * 1024
/** The parser splits a text, comment or attribute into pieces at these characters. Millions of pieces would fill the heap. */
const endsPiece = new Uint8Array(128)
for (const character of '-]&\r\n\t') endsPiece[character.charCodeAt(0)] = 1
/** Maximum number of pieces of one text, comment or attribute. An embedded picture of 10 MB in base64 with line breaks has fewer. */
const PIECES_MAX = 250_000
/** Number of characters that are parsed in one turn of the event loop. This takes a few milliseconds. */
const SLICE_CHARS = 8 * 1024

const refused = (what: string): BadFile => new BadFile(drawingRefused(what))

type Attribute = SaxesTagNS['attributes'][string]

function checkStyle(css: string): void {
  if (css.length > STYLE_CHARS_MAX) throw refused('too much in its styles')
  const fault = styleFault(css)
  if (fault) throw refused(fault)
}

function checkLink(url: string): void {
  if (!isInside(url)) throw refused('a link to another file')
}

/** Whether an attribute is allowed with any value, because its value is neither a URL nor CSS. */
function isPlain({ uri, local }: Attribute): boolean {
  if (uri === '') return plainAttributes.has(local) || local.startsWith('data-') || local.startsWith('aria-')
  return uri === XMLNS || isInert(uri) || (uri === XLINK && xlinkAttributes.has(local)) || (uri === XML && xmlAttributes.has(local))
}

/** Throws if an attribute is not allowed. The parser has already resolved character references in the value. */
function checkAttribute(attribute: Attribute): void {
  const { uri, local, value } = attribute
  if (local === 'href' && (uri === '' || uri === XLINK)) checkLink(value)
  else if (uri === '' && styledAttributes.has(local)) checkStyle(value)
  else if (!isPlain(attribute)) throw refused(`the attribute “${local.slice(0, 40)}”`)
}

/** Checks an element. Elements of drawing programs are allowed, but their XLink attributes are checked. */
function checkElement({ uri, local, attributes }: SaxesTagNS): void {
  if (uri !== SVG && !isInert(uri)) throw refused(`the element “${local.slice(0, 40)}”`)
  if (uri === SVG && !elements.has(local)) throw refused(`the element “${local.slice(0, 40)}”`)
  for (const attribute of Object.values(attributes)) {
    if (uri === SVG || attribute.uri === XLINK) checkAttribute(attribute)
  }
}

/** Opens a parser that throws a `BadFile` for content that a drawing must not have. Calls `onRoot` if the root element is `svg`. */
function openParser(onRoot: () => void = () => {}): { write(text: string): void; close(): void } {
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let count = 0
  let attributes = 0
  let pieces = 0
  let style: string | undefined
  /** Error for content before the root element. It is thrown only when the root element shows that the file is a drawing. */
  let early: BadFile | undefined

  parser.on('error', () => {
    throw damaged()
  })
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) early ??= refused('an encoding other than UTF-8')
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) early ??= refused('definitions of entities')
  })
  parser.on('processinginstruction', () => {
    early ??= refused('a processing instruction')
    if (depth > 0) throw early
  })
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    pieces = 0
    attributes += 1
    if (attributes > ATTRIBUTES_MAX) throw refused('too many attributes')
  })
  parser.on('opentag', (tag) => {
    depth += 1
    count += 1
    if (depth > DEEPEST) throw refused('elements that are nested too deeply')
    if (count > ELEMENTS_MAX) throw refused('too many elements')
    if (depth === 1 && tag.local === 'svg') onRoot()
    if (early) throw early
    if (depth === 1 && (tag.uri !== SVG || tag.local !== 'svg')) throw damaged()
    checkElement(tag)
    if (tag.uri === SVG && tag.local === 'style') style = ''
  })
  parser.on('comment', () => {
    pieces = 0
  })
  const read = (text: string) => {
    pieces = 0
    if (style === undefined) return
    style += text
    if (style.length > STYLE_CHARS_MAX) throw refused('too much in its styles')
  }
  parser.on('text', read)
  parser.on('cdata', read)
  parser.on('closetag', ({ uri, local }) => {
    depth -= 1
    if (style === undefined || uri !== SVG || local !== 'style') return
    checkStyle(style)
    style = undefined
  })
  return {
    write(text) {
      for (let at = 0; at < text.length; at++) pieces += endsPiece[text.charCodeAt(at)] ?? 0
      if (pieces > PIECES_MAX) throw refused('too long a text')
      parser.write(text)
    },
    close: () => void parser.close(),
  }
}

/** Whether these first bytes of a file are the beginning of an SVG file in UTF-8. */
export function isSvg(head: Uint8Array): boolean {
  let hasRoot = false
  const parser = openParser(() => {
    hasRoot = true
  })
  try {
    parser.write(new TextDecoder().decode(head, { stream: true }))
  } catch (error) {
    // A drawing with forbidden content is still a drawing. `svgCheck` reports the reason later.
    if (!(error instanceof BadFile)) throw error
  }
  return hasRoot
}

/** Returns an inspector that rejects everything except static SVG. It parses one slice per turn of the event loop. */
export function svgCheck(): Inspector {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parser = openParser()

  function decode(chunk?: Buffer): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw damaged()
    }
  }

  return {
    async see(chunk) {
      const text = decode(chunk)
      for (let at = 0; at < text.length; at += SLICE_CHARS) {
        if (at > 0) await nextTurn()
        parser.write(text.slice(at, at + SLICE_CHARS))
      }
    },
    end() {
      parser.write(decode())
      parser.close()
    },
  }
}
