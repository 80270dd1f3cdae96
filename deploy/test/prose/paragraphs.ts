/** A paragraph, heading, list item or table cell, without code, links and markup. */
export interface Paragraph {
  text: string
  /** Line of the file where the text starts. */
  line: number
}

/** Replaces code, URLs and HTML tags. The placeholder counts as one word. */
export const PLACEHOLDER = '\uFFFC'

const newlines = (text: string): string => text.replace(/[^\n]+/g, '')

/** Replaces code between backticks with a placeholder. Keeps line breaks, so that line numbers are correct. */
function withoutCode(text: string): string {
  let result = ''
  let from = 0
  let open: { index: number; length: number } | undefined
  for (const { 0: ticks, index } of text.matchAll(/`+/g)) {
    if (!open) {
      result += text.slice(from, index)
      open = { index, length: ticks.length }
      from = index
    } else if (open.length === ticks.length) {
      from = index + ticks.length
      result += PLACEHOLDER + newlines(text.slice(open.index, from))
      open = undefined
    }
  }
  return result + text.slice(from)
}

function plainText(markdown: string): string {
  return withoutCode(markdown)
    .replace(/\]\([^()\s]*\)/g, ']')
    .replace(/\bhttps?:\/\/[^\s)>]+/g, PLACEHOLDER)
    .replace(/<\/?[a-zA-Z][^<>\n]{0,100}>/g, PLACEHOLDER)
    .replace(/[[\]]|\*\*/g, '')
}

const FENCE = /^\s*(?:```|~~~)/
const LIST_ITEM = /^\s*(?:[-*+]|\d+\.)\s+/

/** Splits Markdown into paragraphs, without front matter, code blocks and HTML comments. Lines with `codeIndent` spaces are code. */
export function splitParagraphs(markdown: string, firstLine: number, codeIndent: number): Paragraph[] {
  const paragraphs: Paragraph[] = []
  let current: Paragraph | undefined
  let skipUntil: RegExp | undefined
  let inList = false

  function start(text: string, line: number): void {
    current = { text, line }
    paragraphs.push(current)
  }
  for (const [index, row] of markdown.split('\n').entries()) {
    const line = firstLine + index
    const text = row.replace(/^\s*>\s?/, '')
    if (skipUntil) {
      if (skipUntil.test(text)) skipUntil = undefined
      continue
    }
    if (FENCE.test(text)) skipUntil = FENCE
    else if (index === 0 && text === '---') skipUntil = /^---$/
    else if (text.trimStart().startsWith('<!--') && !text.includes('-->')) skipUntil = /-->/
    if (skipUntil || text.trim() === '' || text.trimStart().startsWith('<!--')) {
      current = undefined
      continue
    }
    const indent = text.length - text.trimStart().length
    if (LIST_ITEM.test(text)) {
      inList = true
      start(text.replace(LIST_ITEM, ''), line)
    } else if (/^\s*\|/.test(text)) {
      for (const cell of withoutCode(text).split('|')) if (/\w/.test(cell)) start(cell, line)
      current = undefined
    } else if (/^#+ /.test(text)) {
      inList = false
      start(text.replace(/^#+ /, ''), line)
      current = undefined
    } else if (indent >= codeIndent && !inList) {
      current = undefined
    } else if (current) current.text += `\n${text.trim()}`
    else {
      if (indent === 0) inList = false
      start(text.trim(), line)
    }
  }
  return paragraphs.map(({ text, line }) => ({ text: plainText(text), line }))
}
