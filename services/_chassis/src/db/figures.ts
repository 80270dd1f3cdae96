import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Timeouts } from './connect.ts'

/** Metrics registry of a service, and the database connection for metrics that are read from tables. */
export interface Figures<T> {
  registry: Registry
  db: Kysely<T>
}

/** Timeouts of queries for metrics. They are shorter than a scrape's timeout, so that a frozen database does not fail the whole scrape. */
export const SCRAPE_TIMEOUTS: Timeouts = { connectMs: 1_000, lockMs: 1_000, statementMs: 1_000 }

/** Gauges count at most this many rows, because every scrape repeats the query. */
export const COUNT_MAX = 10_000

/** Returns the number of rows, at most `COUNT_MAX`. `rows` is the SQL after `from`, and needs a matching index. */
export async function countOf(db: QueryExecutorProvider, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from (select from ${rows} limit ${COUNT_MAX}) as counted`.execute(db)
  return counted[0]?.count ?? 0
}
