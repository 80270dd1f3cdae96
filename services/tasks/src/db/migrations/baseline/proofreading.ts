import { type Kysely, sql } from 'kysely'

/** Creates the checks of previews and what they found. */
export async function createProofreading(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table proofreading (
      preview_id uuid primary key references preview on delete cascade,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
      request integer not null default 1,
      attempts smallint not null default 0,
      unchecked_files smallint[] not null default '{}'
    )`.execute(db)
  await sql`
    create table finding (
      id uuid primary key,
      preview_id uuid not null references preview on delete cascade,
      ordinal smallint not null,
      kind text not null,
      certainty text not null check (certainty in ('sure', 'likely')),
      words text not null,
      place jsonb not null,
      compared_with text not null,
      message text not null,
      accepted_by uuid,
      accepted_at timestamptz,
      unique (preview_id, ordinal),
      check ((accepted_by is null) = (accepted_at is null))
    )`.execute(db)
  await sql`
    create table accepted_finding (
      id uuid primary key,
      company_id uuid not null references company on delete cascade,
      kind text not null,
      words text not null,
      comparable_words text not null,
      accepted_by uuid not null,
      accepted_at timestamptz not null default now()
    )`.execute(db)
  // The index contains hashes, because entries of an index have a maximum length.
  await sql`create unique index accepted_finding_words on accepted_finding (company_id, kind, md5(comparable_words))`.execute(db)
  await sql`create index accepted_finding_company on accepted_finding (company_id, id desc)`.execute(db)
  await sql`
    create table picture_memory (
      preview_id uuid not null references preview on delete cascade,
      hash text not null,
      words text[] not null
    )`.execute(db)
  await sql`create index picture_memory_preview on picture_memory (preview_id)`.execute(db)
  // The counts are not a column of `task`: each change of a task also changes the ETag of its company's list, from which owners could tell
  // that there is a draft.
  await sql`
    create table task_findings (
      task_id uuid primary key references task on delete cascade,
      company_id uuid not null,
      open integer not null check (open > 0)
    )`.execute(db)
}
