import { readFileSync } from 'node:fs'

const runbook = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const statements = [...runbook.matchAll(/^```sql\n(.+?)^```$/gms)].map(([, statement = '']) => statement)

/** Returns the first statement in docs/operations.md that updates a table. */
export function runbookStatement(table: string): string {
  const found = statements.find((statement) => statement.includes(`update ${table} set`))
  if (!found) throw new Error(`docs/operations.md has no statement that updates ${table}`)
  return found
}
