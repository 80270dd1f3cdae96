import { type Kysely, sql } from 'kysely'

/**
 * Returns those of the `keys` that are in use. `referencedFiles` is an SQL query that selects the keys of all files in use: the files to
 * which rows of the service's tables refer.
 */
export async function findReferencedKeys<T>(db: Kysely<T>, referencedFiles: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from (${sql.raw(referencedFiles)}) as named (key) where key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
