import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const statements = [...readme.matchAll(/^```sql\n(.+?)^```$/gms)].map(([, statement = '']) => statement)

/** Returns the first statement in this service's README that updates a table. */
export function readmeStatement(table: string): string {
  const found = statements.find((statement) => statement.includes(`update ${table} set`))
  if (!found) throw new Error(`The README has no statement that updates ${table}`)
  return found
}
