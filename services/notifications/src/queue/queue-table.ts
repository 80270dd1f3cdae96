import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { LEASE_MS } from './worker.ts'

/** What every table that is a queue does alike; `key` names the column that names an item. */
export function queueTable(name: 'mail' | 'sheet_row', key: string) {
  const table = sql.table(name)
  const keyed = sql.ref(key)
  return {
    /** Begins the leases of these items anew. Not of those put off meanwhile: they are due later than a lease lasts. */
    async renewLeases(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
      const lease = sql`now() + ${LEASE_MS} * interval '1 millisecond'`
      await sql`
        update ${table} set next_attempt_at = ${lease}
        where ${keyed} = any(${ids}::uuid[]) and state = 'queued' and next_attempt_at <= ${lease}`.execute(db)
    },

    async markForRetry(db: Kysely<Tables>, id: string, error: string, waitMs: number): Promise<void> {
      await sql`
        update ${table} set last_error = ${error}, next_attempt_at = now() + ${waitMs} * interval '1 millisecond'
        where ${keyed} = ${id}`.execute(db)
    },

    async countQueued(db: Kysely<Tables>): Promise<number> {
      const { rows } = await sql<{ queued: number }>`select count(*) as queued from ${table} where state = 'queued'`.execute(db)
      return rows[0]?.queued ?? 0
    },
  }
}
