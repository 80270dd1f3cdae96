import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task_note (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      preview_number integer not null check (preview_number > 0),
      source text not null check (source in ('email')),
      source_id text not null unique,
      text text not null,
      is_from_recipient boolean not null,
      is_automatic boolean not null,
      has_attachments boolean not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index task_note_task on task_note (task_id, id desc)`.execute(db)
  // The email addresses of the authors are in a separate table, so that an address can be erased without changing the note.
  await sql`
    create table task_note_author (
      note_id uuid primary key references task_note on delete cascade,
      email text not null
    )`.execute(db)
  await sql`create index task_note_author_email on task_note_author (email)`.execute(db)
}

/**
 * Adds the mark of a task whose email bounced. A trigger removes the mark when another preview is delivered. So the mark is also removed
 * when a replica of the previous release delivers the preview.
 */
async function markBouncedEmails(db: Kysely<unknown>): Promise<void> {
  await sql`alter table review_link add column bounced_at timestamptz`.execute(db)
  await sql`alter table task add column email_bounced boolean not null default false`.execute(db)
  await sql`
    create function clear_email_bounced() returns trigger language plpgsql as $$
    begin
      new.email_bounced := false;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger clear_email_bounced before update of preview_number on task for each row
      when (new.email_bounced and new.preview_number is distinct from old.preview_number) execute function clear_email_bounced()`.execute(
    db,
  )
}

/** Creates the tables of notes, and the marks of bounced emails. */
export const notes: Migration = {
  async up(db) {
    await createNotes(db)
    await markBouncedEmails(db)
  },
}
