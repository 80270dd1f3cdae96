import { type Argument, type Comment, type Expression, parseSync, Visitor } from 'oxc-parser'
import { constantOf, type ParsedFile } from './constants.ts'

export interface FoundRegex {
  /** Path and line. */
  place: string
  /** Undefined if a part of the regular expression is known only at run time. */
  source?: string
  flags: string
  written: string
  /** Text of the `Bounded:` comment above the expression. The comment contains the maximum length of the input. */
  bound?: string
}

const BOUND = /\bBounded: ([^*\n]+)/

/** Schemas compile `pattern` with these flags. */
const SCHEMA_FLAGS = 'u'

export function parsedFiles(read: (path: string) => string | undefined) {
  const parsed = new Map<string, (ParsedFile & { code: string; comments: Comment[] }) | undefined>()
  return (path: string) => {
    if (!parsed.has(path)) {
      const code = read(path)
      // Apps Script files (.gs) contain JavaScript.
      const result = code === undefined ? undefined : parseSync(path.replace(/\.gs$/, '.js'), code)
      if (result && result.errors.length > 0) throw new Error(`${path}: ${result.errors[0]?.message}`)
      parsed.set(path, result && code !== undefined ? { path, code, program: result.program, comments: result.comments } : undefined)
    }
    return parsed.get(path)
  }
}

/** Returns all regular expressions of a file: literals, `RegExp(…)` with or without `new`, and `pattern` in schemas and in JSX. */
export function findRegexes(path: string, open: ReturnType<typeof parsedFiles>): FoundRegex[] {
  const file = open(path)
  if (!file) throw new Error(`${path} cannot be read`)
  const { code, comments, program } = file
  const found: FoundRegex[] = []
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const lineOf = (offset: number): number => lineStarts.findLastIndex((start) => start <= offset) + 1

  function add({ start, end }: { start: number; end: number }, source: string | undefined, flags: string): void {
    const line = lineOf(start)
    const above = comments.find(
      (comment) => comment.end <= start && [line, line - 1].includes(lineOf(comment.end)) && BOUND.test(comment.value),
    )
    const bound = above && BOUND.exec(above.value)?.[1]?.trim()
    found.push({ place: `${path}:${line}`, source, flags, written: code.slice(start, end), bound })
  }
  const textOf = (expression: Expression | Argument | undefined): string | undefined => {
    if (!expression || expression.type === 'SpreadElement') return undefined
    const value = constantOf(expression, file, open)
    return typeof value === 'string' ? value : undefined
  }
  function addConstructed(node: { callee: Expression; arguments: Argument[]; start: number; end: number }): void {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [source, flags] = node.arguments
    add(node, textOf(source), flags ? (textOf(flags) ?? '') : '')
  }

  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node, node.regex.pattern, node.regex.flags)
    },
    NewExpression: addConstructed,
    CallExpression: addConstructed,
    Property(node) {
      const isPattern = node.key.type === 'Identifier' && node.key.name === 'pattern'
      const source = isPattern ? textOf(node.value as Expression) : undefined
      if (source !== undefined) add(node, source, SCHEMA_FLAGS)
    },
    JSXAttribute(node) {
      const isPattern = node.name.type === 'JSXIdentifier' && node.name.name === 'pattern'
      const { value } = node
      if (!isPattern || !value) return
      const source =
        value.type === 'Literal' && typeof value.value === 'string'
          ? value.value
          : value.type === 'JSXExpressionContainer'
            ? textOf(value.expression as Expression)
            : undefined
      if (source !== undefined) add(node, `^(?:${source})$`, 'v')
    },
  }).visit(program)
  return found
}
