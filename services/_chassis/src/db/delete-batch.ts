import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Maximum number of rows that one statement deletes, so that it holds their locks only for a short time. */
export const BATCH_ROWS = 5_000

/** Deletes a batch of the rows of a table that match a condition. Returns whether there may be more of these rows. */
export async function deleteBatch<T>(db: Kysely<T>, table: string, condition: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${BATCH_ROWS}))`.execute(db)
  return numAffectedRows === BigInt(BATCH_ROWS)
}
