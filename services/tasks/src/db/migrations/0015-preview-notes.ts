import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createNotes(db: Kysely<unknown>): Promise<void> {
  // The notes on a draft have no preview number yet. Therefore, notes refer to the id of their preview.
  await sql`
    create table preview_note (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      preview_id uuid not null references preview on delete cascade,
      number smallint not null check (number > 0),
      file_position smallint check (file_position > 0),
      x double precision check (x between 0 and 1),
      y double precision check (y between 0 and 1),
      at_ms integer check (at_ms >= 0),
      page integer check (page > 0),
      body text not null,
      author_kind text not null check (author_kind in ('agency', 'owner', 'review-link')),
      author_id uuid not null,
      link_id uuid references review_link,
      visibility text not null check (visibility in ('everyone', 'team')),
      state text not null default 'open' check (state in ('open', 'resolved', 'accepted')),
      version integer not null default 1,
      continues uuid references preview_note,
      reply_count smallint not null default 0,
      created_at timestamptz not null default now(),
      unique (preview_id, visibility, number),
      check ((x is null) = (y is null)),
      check ((author_kind = 'review-link') = (link_id is not null)),
      check (visibility = 'everyone' or author_kind = 'agency')
    )`.execute(db)
  await sql`create index preview_note_task on preview_note (task_id, id)`.execute(db)
  await sql`create index preview_note_preview on preview_note (preview_id, id)`.execute(db)
  await sql`create index preview_note_link on preview_note (link_id) where link_id is not null`.execute(db)
  // At most one note continues another note.
  await sql`create unique index preview_note_continues on preview_note (continues) where continues is not null`.execute(db)
}

/** Creates the tables of notes on previews, and of the replies to these notes. */
export const previewNotes: Migration = {
  async up(db) {
    await createNotes(db)
    // The removal of a task deletes its review links before the replies to its notes. Without the cascade from the links, it would fail.
    await sql`
      create table preview_note_reply (
        id uuid primary key,
        note_id uuid not null references preview_note on delete cascade,
        body text not null,
        author_kind text not null check (author_kind in ('agency', 'owner', 'review-link')),
        author_id uuid not null,
        link_id uuid references review_link on delete cascade,
        created_at timestamptz not null default now(),
        check ((author_kind = 'review-link') = (link_id is not null))
      )`.execute(db)
    await sql`create index preview_note_reply_note on preview_note_reply (note_id, id)`.execute(db)
    await sql`create index preview_note_reply_link on preview_note_reply (link_id) where link_id is not null`.execute(db)
  },
}
