import { createHash } from 'node:crypto'
import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { EventEnvelope } from '../messaging/event.ts'

/** Creates the tables of erasures: hashes of the ids of erased companies and owners, and keys of files that must still be deleted. */
export async function createErasureTables(db: Kysely<unknown>): Promise<void> {
  await sql`create table erased_subject (id_hash text primary key, erased_at timestamptz not null default now())`.execute(db)
  await sql`create table erased_file (key text primary key)`.execute(db)
}

/** The ids are random (UUID), so nobody can find an id by hashing guesses. */
export const idHash = (id: string): string => createHash('sha256').update(id.toLowerCase()).digest('hex')

/** From now on, events about these companies and owners are ignored. */
export async function markErased(db: QueryExecutorProvider, ids: readonly string[]): Promise<void> {
  await sql`insert into erased_subject (id_hash) select unnest(${ids.map(idHash)}::text[]) on conflict do nothing`.execute(db)
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Returns the hashes of the ids that an event is about: its subject, and the ids in its data. Lists in the data are not searched. */
export function subjectHashes({ subject, data }: Pick<EventEnvelope, 'subject' | 'data'>): string[] {
  const values = [subject, ...Object.values(data ?? {})]
  return values.filter((value): value is string => typeof value === 'string' && ID.test(value)).map(idHash)
}
