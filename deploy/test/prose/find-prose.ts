import { parseSync } from 'oxc-parser'
import { lineCounter } from './line-counter.ts'
import { type Paragraph, splitParagraphs } from './paragraphs.ts'

/** Text of a comment, in Markdown, and the line of the file where the text starts. */
interface Comment {
  text: string
  line: number
}

/** Instructions to tools, which are comments but not prose. */
const DIRECTIVE = /^\s*(?:\/?\s*<reference|biome-ignore|@ts-|@vitest-|@vite-|v8 ignore|eslint|shellcheck|yaml-language-server|#__|@__)/

/** Removes the asterisks at the start of each line, and the lines of `@example` tags. Keeps the number of lines. */
function textOfBlock(comment: string): string {
  let inExample = false
  const lines = comment.split('\n').map((line) => {
    const text = /^\s*\*/.test(line) ? line.replace(/^\s*\*+ ?/, '') : line.trim()
    const [tag] = /^\s*@\w+/.exec(text) ?? []
    if (tag !== undefined) inExample = tag.trim() === '@example'
    return inExample ? '' : text.replace(/^\s*@(?:param\s+(?:\{[^}]*\}\s*)?[\w.]+|\w+)/, '')
  })
  return lines.join('\n')
}

function joinLines(comments: readonly Comment[]): Comment[] {
  const blocks: (Comment & { next: number })[] = []
  for (const { line, text } of comments) {
    if (DIRECTIVE.test(text)) continue
    const last = blocks.at(-1)
    if (last?.next === line) {
      last.text += `\n${text}`
      last.next += 1
    } else blocks.push({ line, text, next: line + 1 })
  }
  return blocks.map(({ line, text }) => ({ line, text }))
}

function fromScript(code: string, path: string): Comment[] {
  const { comments, errors } = parseSync(path.replace(/\.gs$/, '.js'), code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lineOf = lineCounter(code)
  const blocks: Comment[] = []
  const lines: Comment[] = []
  for (const { type, value, start } of comments) {
    const line = lineOf(start)
    if (type === 'Line') lines.push({ line, text: value.replace(/^ /, '') })
    else if (!DIRECTIVE.test(value)) blocks.push({ line, text: textOfBlock(value) })
  }
  return [...blocks, ...joinLines(lines)]
}

function fromStylesheet(code: string): Comment[] {
  const lineOf = lineCounter(code)
  const blocks: Comment[] = []
  for (let start = code.indexOf('/*'); start !== -1; start = code.indexOf('/*', start)) {
    const end = code.indexOf('*/', start + 2)
    if (end === -1) break
    blocks.push({ line: lineOf(start), text: textOfBlock(code.slice(start + 2, end)) })
    start = end + 2
  }
  return blocks
}

function fromHashComments(code: string): Comment[] {
  const lines = code.split('\n').flatMap((line, index) => {
    const [, text] = /^\s*# ?(?!!)(.*)$/.exec(line) ?? []
    return text === undefined ? [] : [{ line: index + 1, text }]
  })
  return joinLines(lines)
}

/** Minimum indentation of code in Markdown files. Code in comments often has less. */
const CODE_INDENT = 4
const CODE_INDENT_OF_COMMENTS = 2

/** Returns the prose of a file: the text of a Markdown file, or the comments of code. */
export function findProse(path: string, content: string): Paragraph[] {
  if (path.endsWith('.md')) return splitParagraphs(content, 1, CODE_INDENT)
  const find = path.endsWith('.css') ? fromStylesheet : /\.(?:ya?ml|sh)$/.test(path) ? fromHashComments : fromScript
  return find(content, path).flatMap(({ text, line }) => splitParagraphs(text, line, CODE_INDENT_OF_COMMENTS))
}
