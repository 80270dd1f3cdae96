import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification add column doc_id integer`.execute(db)
  await sql`
    create table untold_document (
      id bigint generated always as identity primary key,
      event_id text not null,
      company_profile_id uuid not null,
      document_id uuid not null,
      fact json not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index untold_document_of_company on untold_document (company_profile_id, id)`.execute(db)
  await sql`create index untold_document_by_document on untold_document (document_id)`.execute(db)
}
