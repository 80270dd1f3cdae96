import { type QueryExecutorProvider, sql } from 'kysely'
import type { EventEnvelope } from './event.ts'
import type { Trx } from './outbox.ts'
import { carriesSecret, withoutOptionalSecrets } from './redact.ts'

export interface StoredEvent {
  id: string
  event: EventEnvelope
}

const idsOf = (rows: readonly StoredEvent[]): string[] => rows.map(({ id }) => id)

/** Removes secrets from published events. Returns all rows except events whose contract requires a secret. */
async function dropSecrets(trx: Trx, table: 'outbox' | 'event_log', rows: readonly StoredEvent[]): Promise<readonly StoredEvent[]> {
  const kept = rows.flatMap(({ id, event }) => {
    const plain = carriesSecret(event.type) ? withoutOptionalSecrets(event) : event
    return plain ? [{ id, event: plain }] : []
  })
  const stripped = kept.filter(({ event }) => carriesSecret(event.type))
  if (stripped.length > 0) {
    const events = stripped.map(({ event }) => JSON.stringify(event))
    await sql`
      update ${sql.table(table)} set event = given.event::json
      from unnest(${idsOf(stripped)}::uuid[], ${events}::text[]) as given (id, event)
      where ${sql.table(table)}.id = given.id`.execute(trx)
  }
  return kept
}

/**
 * Moves published events to the event log and removes their secrets. Deletes an event if its contract requires a secret. Unroutable events
 * keep their secrets.
 */
export async function moveToLog(trx: Trx, rows: readonly StoredEvent[], { isUnroutable }: { isUnroutable: boolean }): Promise<void> {
  const kept = isUnroutable ? rows : await dropSecrets(trx, 'outbox', rows)
  if (kept.length < rows.length) {
    const keptIds = new Set(idsOf(kept))
    const deleted = rows.filter(({ id }) => !keptIds.has(id))
    await sql`delete from outbox where id = any(${idsOf(deleted)}::uuid[])`.execute(trx)
  }
  if (kept.length === 0) return
  const types = kept.map(({ event }) => event.type)
  await sql`
    with sent as (
      delete from outbox using unnest(${idsOf(kept)}::uuid[], ${types}::text[]) as given (id, type)
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
  const keptIds = new Set(idsOf(await dropSecrets(trx, 'event_log', rows)))
  const deleted = rows.filter(({ id }) => !keptIds.has(id))
  if (deleted.length > 0) await sql`delete from event_log where id = any(${idsOf(deleted)}::uuid[])`.execute(trx)
  await sql`update event_log set is_unroutable = false, logged_at = now() where id = any(${idsOf(rows)}::uuid[])`.execute(trx)
}
