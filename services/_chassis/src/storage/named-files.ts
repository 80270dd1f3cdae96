import { type Kysely, sql } from 'kysely'

/** Which of these keys are among those that a query of one column answers: the keys of all files that rows of a service name. */
export async function namedAmong<T>(db: Kysely<T>, namedFiles: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from (${sql.raw(namedFiles)}) as named (key) where key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
