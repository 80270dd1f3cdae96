import type { Plugin, Rolldown } from 'vite'

type Statement = ReturnType<Rolldown.TransformPluginContext['parse']>['body'][number]
type Expression = NonNullable<Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number]['init']>
type ObjectExpression = Extract<Expression, { type: 'ObjectExpression' }>

/** The properties of a route that the browser uses. Schemas and descriptions are for the services and the API documentation. */
const KEPT = new Set(['method', 'url', 'access', 'form', 'idempotent'])
const KEPT_OF_A_FORM = new Set(['files'])

/**
 * Removes schemas, descriptions and unused routes of the contracts from the browser's build. Without this plugin, pages have 2.2 to 6.5 kB
 * (gzip) more JavaScript. The JavaScript of the home page is then 2.0 % larger, and that of the campaigns page 5.3 % (sizes measured as in
 * `web/e2e/budget.nightly.test.ts`). The build would also contain the routes between services, and `web/e2e/builds.nightly.test.ts` would fail.
 */
export const routesInBrowser: Plugin = {
  name: 'routes-in-browser',
  // Runs after the TypeScript types have been removed.
  enforce: 'post',
  transform: {
    filter: { id: /\/contracts\/src\/(http\/[\w-]+|primitives)\.ts$/ },
    handler(code) {
      const { body } = this.parse(code)
      const called = body.flatMap(declaredCalls)
      const edited = called.reduceRight((text, call) => text.slice(0, call.start) + inBrowser(call, code) + text.slice(call.end), code)
      return { code: edited, map: null }
    },
  },
}

/** Returns the calls that define routes and schemas, such as `const a = defineRoute({ … })` or `const b = { c: text(9) }`. */
function declaredCalls(statement: Statement) {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declaration?.type !== 'VariableDeclaration') return []
  return declaration.declarations
    .flatMap(({ init }) => (init?.type === 'ObjectExpression' ? init.properties.map(valueIn) : init))
    .filter((made) => made?.type === 'CallExpression')
    .filter(({ callee }) => isBuilder(callee))
}

const valueIn = (property: ObjectExpression['properties'][number]) => (property.type === 'Property' ? property.value : undefined)

/** Whether the callee is a function name or a typebox builder (`Type.x`), and not a method of another value. */
const isBuilder = (callee: Expression): boolean =>
  callee.type === 'Identifier' ||
  (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'Type')

/** Returns the code that replaces a call. A route keeps only the properties that the browser uses. A schema becomes `{}`. */
function inBrowser({ callee, arguments: [literal] }: ReturnType<typeof declaredCalls>[number], code: string): string {
  if (callee.type !== 'Identifier' || callee.name !== 'defineRoute') return '{}'
  if (literal?.type !== 'ObjectExpression') throw new Error('The argument of defineRoute must be an object literal')
  return kept(literal, KEPT, code)
}

function kept({ properties }: ObjectExpression, names: ReadonlySet<string>, code: string): string {
  const own = properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || !names.has(property.key.name)) return []
    const { key, value } = property
    if (key.name === 'form' && value.type === 'ObjectExpression') return `form: ${kept(value, KEPT_OF_A_FORM, code)}`
    return code.slice(property.start, property.end)
  })
  return `{ ${own.join(', ')} }`
}
