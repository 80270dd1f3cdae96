import type { AuditEntry } from '@app/contracts/http/operations.ts'
import { type Generated, type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import type { Trx } from '../messaging/outbox.ts'

/** Actions of operators in this service (audit trail). */
export interface AuditEntryTable {
  id: Generated<number>
  at: Generated<string>
  /** Id of the admin; null if the command line was used. */
  actor: string | null
  action: AuditEntry['act']
  subject: string
  reason: string | null
  affected: number
}

export async function createAuditEntryTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entry (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      actor uuid,
      action text not null,
      subject text not null,
      reason text,
      affected integer not null
    )`.execute(db)
  // A trigger protects the rows, because the service's role may write all rows of the schema but cannot drop a trigger.
  await sql`
    create function reject_audit_entry_change() returns trigger language plpgsql as $$
    begin
      raise exception 'rows of the audit trail can be neither changed nor deleted';
    end $$`.execute(db)
  await sql`
    create trigger reject_audit_entry_change before update or delete or truncate on audit_entry
      for each statement execute function reject_audit_entry_change()`.execute(db)
}

interface NewAuditEntry extends Pick<AuditEntry, 'act' | 'subject' | 'affected'> {
  actor: string | undefined
  reason?: string
}

export async function addAuditEntry(trx: Trx, { actor, act, subject, reason, affected }: NewAuditEntry): Promise<void> {
  await sql`
    insert into audit_entry (actor, action, subject, reason, affected)
    values (${actor ?? null}, ${act}, ${subject}, ${reason ?? null}, ${affected})`.execute(trx)
}

export async function auditEntriesBefore(db: QueryExecutorProvider, limit: number, before: number | undefined): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select id as "_id", at, actor, action as act, subject, reason, affected from audit_entry
    where ${before === undefined ? sql`true` : sql`id < ${before}`} order by id desc limit ${limit}`.execute(db)
  return rows
}
