import { type RawBuilder, sql } from 'kysely'
import type { Eraser } from './erase-rows.ts'

/** Texts by which a row is found: ids of a company and its owner, or an email address. */
type Mentions = (column: RawBuilder<unknown>) => RawBuilder<unknown>

/** Returns a condition: the text of a column contains one of these texts, in any case. */
export const mentions =
  (...texts: readonly string[]): Mentions =>
  (column) =>
    sql`(${sql.join(
      texts.map((text) => sql`strpos(lower(${column}), ${text.toLowerCase()}) > 0`),
      sql` or `,
    )})`

/** Conditions by table. Some services don't have all of these tables. */
type Conditions = Readonly<Record<string, RawBuilder<unknown>>>

const mentioned = (isMentioned: Mentions): Conditions => ({
  dead_letter: isMentioned(sql`event::text`),
  idempotency_key: sql`(${isMentioned(sql`scope`)} or ${isMentioned(sql`response`)})`,
  work: sql`(${isMentioned(sql`key`)} or ${isMentioned(sql`payload::text`)})`,
  rate_limits: isMentioned(sql`key`),
})

/**
 * Deletes messages, stored responses, work and counters that contain the texts. Each of these tables is searched completely: erasures are
 * rare, and an index would cost every event. Without `isLast`, events that are not published yet stay: other services need some of them.
 */
export async function eraseMessages<T>(eraser: Eraser<T>, isMentioned: Mentions, isLast: boolean): Promise<void> {
  await eraser.searchRows('event_log', isMentioned(sql`event::text`))
  const tables: Conditions = { ...mentioned(isMentioned), ...(isLast && { outbox: isMentioned(sql`event::text`) }) }
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename = any(${Object.keys(tables)})`.execute(
    eraser.db,
  )
  for (const { name } of rows) {
    const condition = tables[name]
    if (condition) await eraser.deleteRows(name, condition)
  }
}
