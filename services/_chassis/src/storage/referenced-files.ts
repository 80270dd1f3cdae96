import { type Kysely, sql } from 'kysely'

/** Returns those of the `keys` that rows refer to. `referencedFiles` is a query of one column: all keys that a service refers to. */
export async function findReferencedKeys<T>(db: Kysely<T>, referencedFiles: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from (${sql.raw(referencedFiles)}) as named (key) where key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
