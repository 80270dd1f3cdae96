import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'

/**
 * `queued`: waits for `due_at`. `running`: somebody's, whose lease ends at `due_at`. `unknown`: its effect was begun and
 * may have happened; at `due_at` it is tried once more. `done` and `failed` are settled.
 */
type State = 'queued' | 'running' | 'unknown' | 'done' | 'failed'

/** Work to be done once, by whichever replica takes it. */
interface WorkTable {
  id: Generated<number>
  queue: string
  /** The idempotency key: within a queue the same work is there once. */
  key: string
  payload: ColumnType<unknown, string, string>
  /** Higher ones first. */
  priority: number
  state: Generated<State>
  due_at: Generated<string>
  /** How long the present wait or lease is: `due_at` never lies further ahead, whatever becomes of the clock. */
  wait: string
  attempts: Generated<number>
  /** The fencing token: grows with each claim, and who comes with an older one changes nothing. */
  token: Generated<number>
  /** How often it was tried again although nobody knows whether it had happened. */
  repeats: Generated<number>
  last_error: string | null
  settled_at: string | null
  created_at: Generated<string>
  /** The context of the request or event that queued the work; null when there was none. */
  correlation_id: string | null
  traceparent: string | null
}

export interface WorkTables {
  work: WorkTable
}

/** Creates the table `work` in a service's schema. */
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
/** Leaves the rest to the next hour, so that one round never takes long. */
const MOST_BATCHES = 100

/** Deletes what was settled long ago. Answers how many rows. */
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
