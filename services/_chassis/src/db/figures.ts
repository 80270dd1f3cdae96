import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Timeouts } from './connect.ts'

/** Where a service's figures go, and where those that its tables tell are looked up. */
export interface Figures<T> {
  registry: Registry
  db: Kysely<T>
}

/** Shorter than a scrape's own timeout, so that a frozen database does not fail the whole scrape. */
export const SCRAPE_TIMEOUTS: Timeouts = { connectMs: 1_000, lockMs: 1_000, statementMs: 1_000 }

/** Gauges count at most this many rows, because every scrape repeats the query. */
export const COUNT_MAX = 10_000

/** Returns the number of rows, at most `COUNT_MAX`. `rows` is SQL for the `from` clause, for which an index must exist. */
export async function countOf(db: QueryExecutorProvider, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (select from ${rows} limit ${COUNT_MAX}) as counted`.execute(db)
  return counted[0]?.count ?? 0
}
