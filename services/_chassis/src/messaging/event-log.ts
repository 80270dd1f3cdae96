import { type QueryExecutorProvider, sql } from 'kysely'
import type { EventEnvelope } from './event.ts'
import type { Trx } from './outbox.ts'

export interface StoredEvent {
  id: string
  event: EventEnvelope
}

const idsOf = (rows: readonly StoredEvent[]): string[] => rows.map(({ id }) => id)

/** Moves published events to the event log. */
export async function moveToLog(trx: Trx, rows: readonly StoredEvent[], { isUnroutable }: { isUnroutable: boolean }): Promise<void> {
  if (rows.length === 0) return
  const types = rows.map(({ event }) => event.type)
  await sql`
    with sent as (
      delete from outbox using unnest(${idsOf(rows)}::uuid[], ${types}::text[]) as given (id, type)
      where outbox.id = given.id returning outbox.id, given.type, outbox.event)
    insert into event_log (id, type, event, is_unroutable) select id, type, event, ${isUnroutable} from sent
    on conflict (id) do update set logged_at = excluded.logged_at, is_unroutable = excluded.is_unroutable`.execute(trx)
}

/** Returns the types of unroutable events. Reads one index entry per type (loose index scan). */
export async function unroutableTypes(db: QueryExecutorProvider): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    with recursive waiting (type) as (
      (select type from event_log where is_unroutable order by type limit 1)
      union all
      select (select next.type from event_log next where next.is_unroutable and next.type > waiting.type order by next.type limit 1)
      from waiting where waiting.type is not null)
    select type from waiting where type is not null`.execute(db)
  return rows.map(({ type }) => type)
}

export async function claimUnroutable(trx: Trx, type: string, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select id, event from event_log where is_unroutable and type = ${type}
    order by id for update skip locked limit ${limit}`.execute(trx)
  return rows
}

export async function markRouted(trx: Trx, rows: readonly StoredEvent[]): Promise<void> {
  await sql`update event_log set is_unroutable = false, logged_at = now() where id = any(${idsOf(rows)}::uuid[])`.execute(trx)
}
