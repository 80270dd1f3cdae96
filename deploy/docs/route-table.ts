import { readFile, writeFile } from 'node:fs/promises'
import { type Access, serviceNames } from '@app/contracts/define.ts'
import { allRoutes } from '@app/contracts/surface.ts'
import { replaceTable } from './replace-table.ts'

const HEADER = '| route | callers | service |'

const callers: Readonly<Record<Access, string>> = {
  public: 'everyone',
  'signed-in': 'owners and admins',
  owner: 'owners',
  admin: 'admins',
  operator: 'operators',
}

type Route = (typeof allRoutes)[number]

const callersOf = ({ access, internal }: Route): string => (internal ? 'services and the gateway' : callers[access])

const byPath = (a: Route, b: Route): number => (`${a.url} ${a.method}` < `${b.url} ${b.method}` ? -1 : 1)

/** Returns the document with its table of routes replaced by the current one. Throws if the document has no such table. */
export function withRouteTable(markdown: string): string {
  const rows = serviceNames.flatMap((service) =>
    allRoutes
      .filter((route) => route.service === service)
      .toSorted(byPath)
      .map((route) => `| \`${route.method} ${route.url}\` | ${callersOf(route)} | \`${service}\` |`),
  )
  return replaceTable(markdown, HEADER, rows)
}

// The command `npm run docs:routes`.
if (import.meta.main) {
  const document = new URL('../../docs/routes.md', import.meta.url)
  await writeFile(document, withRouteTable(await readFile(document, 'utf8')))
}
