import { unlessErasing, unlessRestoring } from '@app/chassis/db/restoring.ts'
import { type Kysely, sql } from 'kysely'

/** Creates the monthly reports. A trigger rejects every change of a report that was sent. */
export async function createReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table monthly_report (
      id uuid primary key,
      company_id uuid not null references company,
      company_name text not null,
      month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
      number integer not null check (number > 0),
      state text not null default 'prepared' check (state in ('prepared', 'sent')),
      text text not null default '',
      figures jsonb not null,
      thumbnails text[] not null,
      prepared_at timestamptz not null,
      sent_at timestamptz,
      sent_by uuid,
      version integer not null default 1,
      unique (company_id, month, number),
      check ((state = 'sent') = (sent_at is not null)),
      check ((state = 'sent') = (sent_by is not null))
    )`.execute(db)
  // A corrected report is prepared only after the report before it was sent.
  await sql`create unique index monthly_report_prepared on monthly_report (company_id, month) where state = 'prepared'`.execute(db)
  // This index serves the admins' list of a month.
  await sql`create index monthly_report_list on monthly_report (month, lower(company_name), company_id)`.execute(db)
  // This index serves the daily job that deletes files to which no row refers.
  await sql`create index monthly_report_thumbnails on monthly_report using gin (thumbnails)`.execute(db)

  await sql`
    create function protect_sent_report() returns trigger language plpgsql as $$
    begin
      raise exception 'A sent report cannot be changed';
    end $$`.execute(db)
  await sql`
    create trigger protect_sent_report before update or delete on monthly_report for each row
      when (old.state = 'sent' and ${unlessRestoring} and ${unlessErasing}) execute function protect_sent_report()`.execute(db)
}
