import type { Plugin, Rolldown } from 'vite'

type Program = ReturnType<Rolldown.TransformPluginContext['parse']>
type Statement = Program['body'][number]

/** What the browser calls a route by. Its schemas and description are for the services and the API's own page. */
const KEPT = new Set(['method', 'url', 'access', 'form', 'idempotent'])

/** Leaves of the contracts' routes only what the browser needs of them: 1 kB (gzip) less on a page of the portal. */
export const routesInBrowser: Plugin = {
  name: 'routes-in-browser',
  // The types are gone by then.
  enforce: 'post',
  transform: {
    filter: { id: /\/contracts\/src\/http\/\w+\.ts$/ },
    handler(code) {
      const routes = this.parse(code).body.flatMap(routesIn)
      return {
        code: routes.reduceRight((text, route) => text.slice(0, route.start) + kept(route, code) + text.slice(route.end), code),
        map: null,
      }
    },
  },
}

/** The literals in `export const a = defineRoute({ … })`. */
function routesIn(statement: Statement) {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
  return statement.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'defineRoute') return []
    const [literal] = init.arguments
    if (literal?.type !== 'ObjectExpression') throw new Error('defineRoute takes its route as a literal')
    return [literal]
  })
}

function kept({ properties }: ReturnType<typeof routesIn>[number], code: string): string {
  const own = properties.filter(
    (property) => property.type === 'Property' && property.key.type === 'Identifier' && KEPT.has(property.key.name),
  )
  return `{ ${own.map(({ start, end }) => code.slice(start, end)).join(', ')} }`
}
