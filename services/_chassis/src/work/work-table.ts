import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'

/** `queued` waits until `due_at`. `running` has a lease until `due_at`. After `unknown`, the work is retried once at `due_at`. */
type State = 'queued' | 'running' | 'unknown' | 'done' | 'failed'

/** Work that must be done once, by any replica. */
interface WorkTable {
  id: Generated<number>
  queue: string
  key: string
  payload: ColumnType<unknown, string, string>
  priority: number
  state: Generated<State>
  due_at: Generated<string>
  /** Current delay or lease. If `due_at` is later than the current time plus `wait`, the clock was set back, and `due_at` is corrected. */
  wait: string
  attempts: Generated<number>
  /** Fencing token. It grows with each claim, and an update with an older token has no effect. */
  token: Generated<number>
  /** Number of retries after an unknown outcome. */
  repeats: Generated<number>
  last_error: string | null
  settled_at: string | null
  created_at: Generated<string>
  /** Correlation id of the request or event that queued the work, if any. */
  correlation_id: string | null
  traceparent: string | null
}

export interface WorkTables {
  work: WorkTable
}

export async function createWorkTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table work (
      id bigint generated always as identity primary key,
      queue text not null,
      key text not null,
      payload json not null,
      priority smallint not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'unknown', 'done', 'failed')),
      due_at timestamptz not null default now(),
      wait interval not null default '0',
      attempts integer not null default 0,
      token bigint not null default 0,
      repeats integer not null default 0,
      last_error text,
      settled_at timestamptz,
      created_at timestamptz not null default now(),
      correlation_id text,
      traceparent text,
      unique (queue, key)
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000)`.execute(db)
  await sql`
    create index work_due on work (queue, priority desc, due_at) where state in ('queued', 'running', 'unknown')`.execute(db)
  await sql`create index work_settled on work (settled_at) where settled_at is not null`.execute(db)
}

const KEPT_DAYS = 90
const MOST_ROWS = 5_000
/** Maximum number of batches in one run. The next run, an hour later, deletes the rest. */
const MOST_BATCHES = 100

export async function purgeWork<T>(db: Kysely<T>): Promise<number> {
  let purged = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const { numAffectedRows = 0n } = await sql`
      delete from work where id = any(array(
        select id from work where settled_at < now() - ${KEPT_DAYS} * interval '1 day' limit ${MOST_ROWS}))`.execute(db)
    purged += Number(numAffectedRows)
    if (numAffectedRows < MOST_ROWS) break
  }
  return purged
}
