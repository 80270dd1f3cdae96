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

/** Real drawings stay far below these; each bounds what a viewer and this check have to hold. */
const DEEPEST = 256
const ELEMENTS_MAX = 100_000
const ATTRIBUTES_MAX = 128
/** Of one attribute or style element: some ms, in which nothing else runs. */
const STYLE_CHARS_MAX = 128 * 1024
/**
 * At these characters saxes ends a piece of the text, comment or attribute that it reads, and joins the pieces at its end. Millions of
 * pieces would fill the memory and hold up the garbage collector.
 */
const endsPiece = new Uint8Array(128)
for (const character of '-]&\r\n\t') endsPiece[character.charCodeAt(0)] = 1
/** Enough for an embedded picture of 10 MB whose base64 is broken into lines. */
const PIECES_MAX = 250_000
/** Characters that are parsed in one turn of the event loop: some ms. */
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

/** Whether an attribute without a URL or CSS in its value is on the allow-list. */
function isPlain({ uri, local }: Attribute): boolean {
  if (uri === '') return plainAttributes.has(local) || local.startsWith('data-') || local.startsWith('aria-')
  return uri === XMLNS || isInert(uri) || (uri === XLINK && xlinkAttributes.has(local)) || (uri === XML && xmlAttributes.has(local))
}

/** Judges an attribute by the allow-list. Saxes has resolved the references in its value. */
function checkAttribute(attribute: Attribute): void {
  const { uri, local, value } = attribute
  if (local === 'href' && (uri === '' || uri === XLINK)) checkLink(value)
  else if (uri === '' && styledAttributes.has(local)) checkStyle(value)
  else if (!isPlain(attribute)) throw refused(`the attribute “${local.slice(0, 40)}”`)
}

/** Judges an element by the allow-list. Elements of drawing programs' own namespaces are taken as they are. */
function checkElement({ uri, local, attributes }: SaxesTagNS): void {
  if (uri !== SVG && !isInert(uri)) throw refused(`the element “${local.slice(0, 40)}”`)
  if (uri === SVG && !elements.has(local)) throw refused(`the element “${local.slice(0, 40)}”`)
  for (const attribute of Object.values(attributes)) {
    if (uri === SVG || attribute.uri === XLINK) checkAttribute(attribute)
  }
}

/** A parser that throws a `BadFile` for anything that a drawing may not contain. It takes linear time. `onRoot`: this is a drawing. */
function openParser(onRoot: () => void = () => {}): { write(text: string): void; close(): void } {
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let count = 0
  let attributes = 0
  /** Of the token that is being read, counted by slices. */
  let pieces = 0
  let style: string | undefined
  /** Why the drawing is refused, if that comes before its root, by which it is told. */
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

/** Whether these first bytes are the beginning of a drawing in UTF-8, whatever else it contains. */
export function isSvg(head: Uint8Array): boolean {
  let hasRoot = false
  const parser = openParser(() => {
    hasRoot = true
  })
  try {
    parser.write(new TextDecoder().decode(head, { stream: true }))
  } catch (error) {
    // A drawing that is refused is a drawing all the same: its check says why it is refused.
    if (!(error instanceof BadFile)) throw error
  }
  return hasRoot
}

/**
 * Refuses a drawing that is not well-formed, or that contains anything but static SVG: what runs, what loads from elsewhere, or what
 * swells where it is opened. The file is parsed as it passes, a slice in each turn of the event loop.
 */
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
