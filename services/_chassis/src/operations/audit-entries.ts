import type { AuditEntry } from '@app/contracts/http/operations.ts'
import { type Generated, type QueryExecutorProvider, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Trx } from '../messaging/outbox.ts'

/** The audit trail: what operators did in this service. */
export interface AuditEntryTable {
  id: Generated<number>
  at: Generated<string>
  /** The admin; null at the command line. */
  actor: string | null
  act: AuditEntry['act']
  subject: string
  reason: string | null
  affected: number
}

export const auditEntryTable: Migration = {
  async up(db) {
    await sql`
      create table act (
        id bigint generated always as identity primary key,
        at timestamptz not null default now(),
        actor uuid,
        act text not null,
        subject text not null,
        reason text,
        affected integer not null
      )`.execute(db)
    // The service's own role may write every row of its schema, and cannot take a trigger away.
    await sql`
      create function act_stays() returns trigger language plpgsql as $$
      begin
        raise exception 'what operators did is neither changed nor removed';
      end $$`.execute(db)
    await sql`create trigger act_stays before update or delete or truncate on act for each statement execute function act_stays()`.execute(
      db,
    )
  },
}

interface NewAuditEntry extends Pick<AuditEntry, 'act' | 'subject' | 'affected'> {
  /** Nobody is signed in at the command line. */
  actor: string | undefined
  reason?: string
}

/** Adds an entry in the transaction of the action. */
export async function addAuditEntry(trx: Trx, { actor, act, subject, reason, affected }: NewAuditEntry): Promise<void> {
  await sql`
    insert into act (actor, act, subject, reason, affected)
    values (${actor ?? null}, ${act}, ${subject}, ${reason ?? null}, ${affected})`.execute(trx)
}

/** The newest first, those before `before`. */
export async function auditEntriesBefore(db: QueryExecutorProvider, limit: number, before: number | undefined): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select id as "_id", at, actor, act, subject, reason, affected from act
    where ${before === undefined ? sql`true` : sql`id < ${before}`} order by id desc limit ${limit}`.execute(db)
  return rows
}
