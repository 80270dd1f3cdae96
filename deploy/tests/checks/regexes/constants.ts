import { posix } from 'node:path'
import type { Expression, Program } from 'oxc-parser'

/** A constant value in the source code: a string, the source of a regular expression, or a list of strings. */
export type Constant = string | readonly string[]

export interface ParsedFile {
  path: string
  program: Program
}

/** Returns the parsed file at a path of the repository, or undefined for a file of another package. */
export type OpenFile = (path: string) => ParsedFile | undefined

/** Packages of this repository. A package exports `src/*` as `./*`. */
const packages: readonly [name: string, folder: string][] = [
  ['@app/contracts/', 'contracts/src/'],
  ['@app/chassis/', 'services/_chassis/src/'],
  ['@app/proofreading/', 'services/_proofreading/src/'],
  ['@app/report-pdf/', 'services/_report-pdf/src/'],
]
/** Maximum depth when expressions and imports are resolved. The limit also stops cycles. */
const DEEPEST = 8

function pathOf(specifier: string, from: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const known = packages.find(([name]) => specifier.startsWith(name))
  return known && known[1] + specifier.slice(known[0].length)
}

function textOf(constant: Constant | undefined): string | undefined {
  return typeof constant === 'string' ? constant : undefined
}

/** Returns the constant value of an expression, or undefined if it is known only at run time. */
export function constantOf(expression: Expression, file: ParsedFile, open: OpenFile, depth = 0): Constant | undefined {
  const evaluate = (inner: Expression): Constant | undefined => constantOf(inner, file, open, depth + 1)

  function joined(parts: readonly (string | undefined)[]): string | undefined {
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  function template(texts: readonly string[], expressions: readonly Expression[]): string | undefined {
    return joined(texts.flatMap((text, at) => (at === 0 ? [text] : [textOf(evaluate(expressions[at - 1] as Expression)), text])))
  }

  if (depth > DEEPEST) return undefined
  switch (expression.type) {
    case 'Literal':
      if ('regex' in expression) return expression.regex.pattern
      return typeof expression.value === 'string' ? expression.value : undefined
    case 'TemplateLiteral':
      return template(
        expression.quasis.map(({ value }) => value.cooked ?? value.raw),
        expression.expressions,
      )
    case 'TaggedTemplateExpression': {
      const { tag, quasi } = expression
      const isRaw = tag.type === 'MemberExpression' && tag.object.type === 'Identifier' && tag.object.name === 'String'
      if (!isRaw) return undefined
      return template(
        quasi.quasis.map(({ value }) => value.raw),
        quasi.expressions,
      )
    }
    case 'BinaryExpression':
      if (expression.operator !== '+') return undefined
      return joined([textOf(evaluate(expression.left)), textOf(evaluate(expression.right))])
    case 'ArrayExpression': {
      const items = expression.elements.map((item) => (item && item.type !== 'SpreadElement' ? textOf(evaluate(item)) : undefined))
      return items.every((item) => item !== undefined) ? items : undefined
    }
    case 'CallExpression': {
      const { callee } = expression
      const [separator] = expression.arguments
      const isJoin = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'join'
      if (!isJoin || !separator || separator.type === 'SpreadElement') return undefined
      const list = evaluate(callee.object)
      const between = textOf(evaluate(separator))
      return Array.isArray(list) && between !== undefined ? list.join(between) : undefined
    }
    case 'MemberExpression':
      // For example `pattern.source`.
      if (expression.property.type !== 'Identifier' || expression.property.name !== 'source') return undefined
      return evaluate(expression.object)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return evaluate(expression.expression)
    case 'Identifier':
      return namedConstant(expression.name, file, open, depth + 1)
    default:
      return undefined
  }
}

/** Returns the value of a top-level `const` that the file declares or imports. */
function namedConstant(name: string, file: ParsedFile, open: OpenFile, depth: number): Constant | undefined {
  for (const statement of file.program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'const') {
      for (const { id, init } of declaration.declarations) {
        if (id.type === 'Identifier' && id.name === name) return init ? constantOf(init, file, open, depth) : undefined
      }
    }
    if (statement.type !== 'ImportDeclaration') continue
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.local.name !== name || specifier.imported.type !== 'Identifier') continue
      const path = pathOf(statement.source.value, file.path)
      const imported = path === undefined ? undefined : open(path)
      return imported && namedConstant(specifier.imported.name, imported, open, depth + 1)
    }
  }
  return undefined
}
