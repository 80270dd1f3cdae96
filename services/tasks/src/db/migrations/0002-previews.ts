import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

async function createPreviews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table preview (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      number integer check (number > 0),
      caption text not null default '',
      content_hash text check (content_hash ~ '^[0-9a-f]{64}$'),
      state text not null check (state in ('draft', 'delivered')),
      created_by uuid,
      created_at timestamptz not null default now(),
      delivered_by uuid,
      delivered_at timestamptz,
      check_requested_at timestamptz,
      checked_by uuid,
      checked_at timestamptz,
      unique (task_id, number),
      check ((state = 'delivered') = (number is not null))
    )`.execute(db)
  await sql`create unique index preview_draft on preview (task_id) where state = 'draft'`.execute(db)

  // `due_at`, `attempts` and `problem` belong to the background job that completes files: see `src/previews/complete-files.ts`.
  await sql`
    create table preview_file (
      preview_id uuid not null references preview on delete cascade,
      position smallint not null,
      key text not null,
      kind text not null check (kind in ('image', 'video', 'pdf')),
      media_type text not null,
      bytes bigint,
      sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      width integer,
      height integer,
      duration_ms integer,
      poster_key text,
      display_key text,
      thumbnail_key text,
      due_at timestamptz,
      attempts smallint not null default 0,
      problem text,
      primary key (preview_id, position)
    )`.execute(db)
  // The sweep of files uses this index to find previews that refer to a file.
  await sql`create index preview_file_key on preview_file (key)`.execute(db)
  await sql`create index preview_file_poster on preview_file (poster_key) where poster_key is not null`.execute(db)
  await sql`create index preview_file_display on preview_file (display_key) where display_key is not null`.execute(db)
  await sql`create index preview_file_thumbnail on preview_file (thumbnail_key) where thumbnail_key is not null`.execute(db)
  // The background job uses this index to find the files that are due.
  await sql`create index preview_file_due on preview_file (due_at) where due_at is not null`.execute(db)

  // The next release adds a check constraint: in an Approved or Posted task, `preview_number` and `approved_preview_number` are equal. In
  // this release, replicas of the previous release would violate the constraint.
  await sql`alter table task add column preview_number integer, add column approved_preview_number integer`.execute(db)

  await sql`
    create table company_setting (
      company_id uuid primary key references company on delete cascade,
      requires_check boolean not null default false
    )`.execute(db)
}

/** Creates triggers that reject changes of a preview's content after its content hash is set, and deletions of a delivered preview. */
async function protectPreviews(db: Kysely<unknown>): Promise<void> {
  // If a task is deleted, its previews are deleted, too. The task's row then no longer exists when the trigger `protect_preview` runs, so
  // this trigger allows the deletion of the previews.
  await sql`
    create function protect_preview() returns trigger language plpgsql set search_path from current as $$
    begin
      if tg_op = 'DELETE' then
        if old.state = 'delivered' and exists (select from task where id = old.task_id) then
          raise exception 'A delivered preview cannot be deleted';
        end if;
        return old;
      end if;
      if new.id <> old.id or new.task_id <> old.task_id
        or (old.content_hash is not null and (new.caption <> old.caption or new.content_hash is distinct from old.content_hash))
        or (old.state = 'delivered' and (new.state <> 'delivered' or new.number <> old.number))
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

/**
 * Creates functions that turn the images of tasks into previews. Earlier releases stored only images. The service calls the functions for
 * tasks without previews. If a replica of the previous release changes a task, a trigger calls the functions.
 */
async function createConversion(db: Kysely<unknown>): Promise<void> {
  // The images of a task's history, oldest first.
  await sql`
    create function images_of_history(rollbacks jsonb) returns text[] language sql immutable as $$
      select coalesce(array_agg(image order by place), '{}') from (
        select entry ->> 'doneTaskImage' as image, min(place) as place
        from jsonb_array_elements(rollbacks) with ordinality as history (entry, place)
        where entry ->> 'doneTaskImage' is not null
        group by 1
      ) as images
    $$`.execute(db)

  // Returns the time when an object was uploaded. This time is in the UUIDv7 of the object's key. Returns null for other keys.
  await sql`
    create function uploaded_at(key text) returns timestamptz language sql immutable as $$
      select to_timestamp(('x' || replace(substring(key from '([0-9a-f]{8}-[0-9a-f]{4})-7[0-9a-f]{3}-'), '-', ''))::bit(48)::bigint / 1000.0)
    $$`.execute(db)

  await sql`
    create function media_type_of_image(key text) returns text language sql immutable as $$
      select 'image/' || case substring(key from '\\.([a-z]+)$') when 'jpg' then 'jpeg' when 'gif' then 'gif' when 'webp' then 'webp'
        when 'avif' then 'avif' else 'png' end
    $$`.execute(db)

  // Adds a delivered preview of one image. The background job computes the hashes, and makes smaller copies of the image.
  await sql`
    create function add_image_preview(of_task uuid, of_number integer, of_caption text, image text, at timestamptz)
    returns void language plpgsql set search_path from current as $$
    declare
      new_id uuid := gen_random_uuid();
    begin
      insert into preview (id, task_id, number, caption, state, created_at, delivered_at)
      values (new_id, of_task, of_number, of_caption, 'delivered', coalesce(at, now()), at);
      insert into preview_file (preview_id, position, key, kind, media_type, due_at)
      values (new_id, 1, image, 'image', media_type_of_image(image), now());
    end $$`.execute(db)

  // Adds one preview for each image to a task without previews, with the numbers 1, 2, 3 and so on. Returns the last number. Without
  // images, returns null.
  await sql`
    create function add_image_previews(of_task uuid, images text[]) returns integer language plpgsql set search_path from current as $$
    begin
      for place in 1 .. cardinality(images) loop
        perform add_image_preview(of_task, place, '', images[place], uploaded_at(images[place]));
      end loop;
      return nullif(cardinality(images), 0);
    end $$`.execute(db)
}

/**
 * Creates the trigger that adds missing previews and preview numbers after changes by replicas of the previous release. These replicas run
 * beside this release during a rolling deployment. They deliver images without a preview, and approve tasks without setting
 * `approved_preview_number`. The next release removes the trigger.
 */
async function numberPreviewsOfPreviousRelease(db: Kysely<unknown>): Promise<void> {
  // After replacing an image, a replica of the previous release deletes the old image if no entry of the task's history refers to it. A
  // deleted image gets no preview. The function runs with the rights of its owner, because the service's role gets rights on the new tables
  // only after all migrations.
  await sql`
    create function number_previews_of_previous_release() returns trigger language plpgsql security definer
      set search_path from current as $$
    declare
      last_number integer := old.preview_number;
    begin
      if new.done_task_image is distinct from old.done_task_image and new.done_task_image is not null
        and new.preview_number is not distinct from old.preview_number
      then
        if last_number is null then
          last_number := coalesce(add_image_previews(new.id, images_of_history(old.rollbacks)), 0);
        end if;
        new.preview_number := last_number + 1;
        perform add_image_preview(new.id, new.preview_number,
          coalesce((select caption from preview where task_id = new.id and number = last_number), ''), new.done_task_image, now());
      end if;
      if new.status = 'Approved' and old.status <> 'Approved' and new.approved_preview_number is null then
        new.approved_preview_number := new.preview_number;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger number_previews_of_previous_release before update of done_task_image, status on task
      for each row execute function number_previews_of_previous_release()`.execute(db)
}

/** Creates the tables of previews. All changes are additive, because the previous release runs on the same tables during an upgrade. */
export const previews: Migration = {
  async up(db) {
    await createPreviews(db)
    await protectPreviews(db)
    await createConversion(db)
    await numberPreviewsOfPreviousRelease(db)
  },
}
