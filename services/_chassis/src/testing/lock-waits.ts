import { type Kysely, sql } from 'kysely'

export async function lockWaits<T>(db: Kysely<T>): Promise<number> {
  const { rows } = await sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
