import { type Kysely, sql } from 'kysely'

/** Returns those of the `keys` to which rows refer. `referencedFiles` is SQL that selects all keys of files to which rows refer. */
export async function findReferencedKeys<T>(db: Kysely<T>, referencedFiles: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from (${sql.raw(referencedFiles)}) as named (key) where key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
