import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { type Kysely, sql } from 'kysely'

async function createPreviewTables(db: Kysely<unknown>): Promise<void> {
  // `content_hash` is set after the files are inserted. From then on, triggers reject changes of the content.
  await sql`
    create table preview (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      number integer check (number > 0),
      caption text not null default '',
      content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
      state text not null check (state in ('draft', 'delivered', 'withdrawn')),
      created_by uuid not null,
      created_at timestamptz not null default now(),
      delivered_by uuid,
      delivered_at timestamptz,
      brief_version integer,
      check_requested_at timestamptz,
      checked_by uuid,
      checked_at timestamptz,
      needs_check boolean not null default false,
      withdrawn_by uuid,
      withdrawn_at timestamptz,
      withdrawn_reason text,
      unique (task_id, number),
      check ((state = 'draft') = (number is null)),
      check ((state = 'withdrawn') = (withdrawn_at is not null))
    )`.execute(db)
  await sql`create unique index preview_draft on preview (task_id) where state = 'draft'`.execute(db)
  // Admins find tasks by the captions of their previews. The expression must equal that of `src/board/found.repository.ts`.
  await sql`
    create index preview_caption_search on preview using gin (normalize_for_search(caption) gin_trgm_ops) where caption <> ''`.execute(db)

  await sql`
    create table preview_file (
      preview_id uuid not null references preview on delete cascade,
      position smallint not null,
      key text not null,
      kind text not null check (kind in ('image', 'video', 'pdf')),
      media_type text not null,
      bytes bigint not null,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      width integer,
      height integer,
      duration_ms integer,
      poster_key text,
      display_key text,
      thumbnail_key text,
      first_key text,
      middle_key text,
      last_key text,
      codec text,
      alternative_text text not null default '',
      needs_copies boolean not null default false,
      primary key (preview_id, position)
    )`.execute(db)
  // The sweep of files uses these indexes to find previews that refer to a file.
  await sql`create index preview_file_key on preview_file (key)`.execute(db)
  await sql`create index preview_file_poster on preview_file (poster_key) where poster_key is not null`.execute(db)
  await sql`create index preview_file_display on preview_file (display_key) where display_key is not null`.execute(db)
  await sql`create index preview_file_thumbnail on preview_file (thumbnail_key) where thumbnail_key is not null`.execute(db)
  await sql`create index preview_file_first on preview_file (first_key) where first_key is not null`.execute(db)
  await sql`create index preview_file_middle on preview_file (middle_key) where middle_key is not null`.execute(db)
  await sql`create index preview_file_last on preview_file (last_key) where last_key is not null`.execute(db)
}

/**
 * Creates triggers that reject changes of a preview's content after its content hash is set, and deletions of a delivered or withdrawn
 * preview.
 */
async function protectPreviews(db: Kysely<unknown>): Promise<void> {
  // If a task is deleted, its previews are deleted, too. The task's row then no longer exists when the trigger `protect_preview` runs, so
  // this trigger allows the deletion of the previews.
  await sql`
    create function protect_preview() returns trigger language plpgsql set search_path from current as $$
    begin
      if tg_op = 'DELETE' then
        if old.state <> 'draft' and exists (select from task where id = old.task_id) then
          raise exception 'A delivered preview cannot be deleted';
        end if;
        return old;
      end if;
      if new.id <> old.id or new.task_id <> old.task_id
        or (old.content_hash is not null and (new.caption <> old.caption or new.content_hash is distinct from old.content_hash))
        or (old.state <> 'draft' and (new.state = 'draft' or new.number <> old.number))
        or (old.state = 'withdrawn' and new.state <> 'withdrawn')
      then
        raise exception 'The content of a preview cannot be changed';
      end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger protect_preview before update or delete on preview for each row execute function protect_preview()`.execute(db)

  // The dimensions and the smaller copies of a picture may be added later, but not changed.
  await sql`
    create function protect_preview_file() returns trigger language plpgsql set search_path from current as $$
    declare
      is_protected boolean := exists (
        select from preview where id = coalesce(old.preview_id, new.preview_id) and content_hash is not null);
    begin
      if tg_op <> 'UPDATE' then
        if is_protected then
          raise exception 'The files of a preview cannot be changed';
        end if;
        return coalesce(new, old);
      end if;
      if (new.preview_id, new.position, new.key, new.kind) <> (old.preview_id, old.position, old.key, old.kind)
        or (is_protected and (new.media_type, new.bytes, new.sha256, new.duration_ms, new.poster_key)
          is distinct from (old.media_type, old.bytes, old.sha256, old.duration_ms, old.poster_key))
        or (is_protected and (new.first_key, new.middle_key, new.last_key, new.codec, new.alternative_text)
          is distinct from (old.first_key, old.middle_key, old.last_key, old.codec, old.alternative_text))
        or new.width is distinct from coalesce(old.width, new.width) or new.height is distinct from coalesce(old.height, new.height)
        or new.display_key is distinct from coalesce(old.display_key, new.display_key)
        or new.thumbnail_key is distinct from coalesce(old.thumbnail_key, new.thumbnail_key)
      then
        raise exception 'The files of a preview cannot be changed';
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger protect_preview_file before insert or update or delete on preview_file for each row when (${unlessRestoring})
      execute function protect_preview_file()`.execute(db)
}

/** Creates the notes on tasks, which are replies to review emails. */
async function createTaskNotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task_note (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      preview_number integer check (preview_number > 0),
      source text not null check (source in ('email', 'portal')),
      source_id text unique,
      side text not null default 'client' check (side in ('agency', 'client')),
      burst_id uuid,
      text text not null,
      is_from_recipient boolean not null,
      is_automatic boolean not null,
      has_attachments boolean not null,
      created_at timestamptz not null default now(),
      check (source = 'portal' or preview_number is not null and source_id is not null),
      check ((source = 'portal') = (burst_id is not null))
    )`.execute(db)
  await sql`create index task_note_burst on task_note (burst_id) where burst_id is not null`.execute(db)
  // The last note on a task that a side has seen.
  await sql`
    create table task_note_seen (
      task_id uuid not null references task on delete cascade,
      side text not null check (side in ('agency', 'client')),
      note_id uuid not null,
      primary key (task_id, side)
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

/** Creates the notes on places of a preview, and the replies to these notes. */
async function createPreviewNotes(db: Kysely<unknown>): Promise<void> {
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
}

/** Creates previews with their files. */
export async function createPreviews(db: Kysely<unknown>): Promise<void> {
  await createPreviewTables(db)
  await protectPreviews(db)
}

/** Creates the notes on tasks and previews. They refer to review links. */
export async function createNotes(db: Kysely<unknown>): Promise<void> {
  await createTaskNotes(db)
  await createPreviewNotes(db)
}
