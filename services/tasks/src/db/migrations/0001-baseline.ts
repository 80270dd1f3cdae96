import { createCompanyTable } from '@app/chassis/companies/company-projection.ts'
import { createMessageTables } from '@app/chassis/db/message-tables.ts'
import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { createIdempotencyKeyTable } from '@app/chassis/idempotency/keys.ts'
import { createFileSweepTable } from '@app/chassis/storage/sweep.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const SEARCHED_FIELDS = ['companyName', 'dba', 'industry', 'email', 'phone', 'city']

async function createCompanySearch(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)
  // The function must return the same text as `normalizeForSearch` in `src/board/search.ts`, with a space before it. Because of this space,
  // `% word%` also matches the first word.
  await sql`
    create function normalize_for_search(text) returns text immutable parallel safe
      return ' ' || case
        when octet_length($1) = char_length($1) then lower($1)
        else lower(translate(regexp_replace(normalize($1, NFKD), '[\\u0300-\\u036f]', '', 'g'), '‘’', ''''''))
      end`.execute(db)

  const texts = SEARCHED_FIELDS.map((name) => sql`coalesce(profile ->> ${sql.lit(name)}, '')`)
  await sql`
    alter table company
      add column search_text text generated always as (normalize_for_search(${sql.join(texts, sql` || ' ' || `)})) stored`.execute(db)
  await sql`create index company_name on company (lower(name), id)`.execute(db)
  await sql`create index company_name_search on company using gin (normalize_for_search(name) gin_trgm_ops)`.execute(db)
}

async function createTasks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task (
      id uuid primary key,
      task_id bigint generated always as identity (start with 1001) unique,
      company_id uuid not null references company,
      title text not null,
      tagline text not null,
      taskpurpose text not null,
      headline text not null,
      offerormessage text not null,
      calltoaction text not null,
      guidlines text not null,
      additionalinfo text not null,
      description text not null,
      target_posting_date date,
      submission_for_review date,
      status text not null default 'Pending' check (status in ('Pending', 'Roll Back', 'Approved', 'Posted')),
      platform_x boolean not null,
      platform_fb boolean not null,
      platform_insta boolean not null,
      platform_li boolean not null,
      platform_youtube boolean not null,
      platform_via_mail boolean not null,
      reference_image text,
      done_task_image text,
      admin_post_comment text,
      rollbacks jsonb not null default '[]',
      is_recurring boolean not null,
      recurrence_type text,
      recurrence_start_date date,
      recurrence_end_date date,
      weekly_day_of_week text,
      monthly_week text,
      monthly_day_of_week text,
      version integer not null default 1,
      created_by text not null check (created_by in ('owner', 'admin')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)

  // This index serves the list of a company's tasks.
  await sql`create index task_company on task (company_id, task_id desc)`.execute(db)
  // This index serves the query that counts a company's tasks of a month.
  await sql`create index task_month on task (company_id, target_posting_date) where not is_recurring`.execute(db)
  // The following indexes serve the daily job that deletes files to which no task refers.
  await sql`create index task_reference_image on task (reference_image) where reference_image is not null`.execute(db)
  await sql`create index task_done_image on task (done_task_image) where done_task_image is not null`.execute(db)
  await sql`create index task_rollbacks on task using gin (rollbacks jsonb_path_ops) where rollbacks <> '[]'`.execute(db)
  // The following indexes serve the board. Expressions must equal those of `src/board/days.ts`. Included columns allow index-only scans.
  await sql`create index task_status on task (status, task_id)`.execute(db)
  await sql`create index task_review on task (status, (coalesce(submission_for_review, date 'infinity')), task_id)`.execute(db)
  await sql`
    create index task_due on task (status, (coalesce(target_posting_date, recurrence_start_date, date 'infinity')), task_id)
      include (target_posting_date, recurrence_start_date)`.execute(db)
  // The board uses this index to list the tasks of one company.
  await sql`create index task_company_status on task (company_id, status, task_id)`.execute(db)
  await sql`create index task_title_search on task using gin (normalize_for_search(title) gin_trgm_ops)`.execute(db)

  // `toast_tuple_target` keeps long texts uncompressed in their rows, because decompression would make lists slower.
  await sql`
    create unlogged table task_serialized (
      id uuid primary key references task on delete cascade,
      row_version xid not null,
      shape text not null,
      json text not null
    ) with (toast_tuple_target = 8160)`.execute(db)
}

const inserted = 'select company_id, status, 1 as change from new_rows'
const deleted = 'select company_id, status, -1 as change from old_rows'

/** SQL of the trigger for each kind of statement: its transition tables, and a query for the changes of the counts. */
const taskChanges = {
  insert: { tables: 'new table as new_rows', changes: inserted },
  update: { tables: 'old table as old_rows new table as new_rows', changes: `${inserted} union all ${deleted}` },
  delete: { tables: 'old table as old_rows', changes: deleted },
}

/** Creates triggers that update `task_counts`. They do not run during a restore, because the backup contains the counts. */
async function createTaskCounts(db: Kysely<unknown>): Promise<void> {
  // The fill factor leaves space in each page for HOT updates. Such updates are possible if `open_tasks`, which has an index, is unchanged.
  // `list_tag` changes with each change of the company's tasks. A client sends the tag of its list. If this tag equals `list_tag`, the
  // client's list is current. The tag is random, because a counter would repeat values after a restore of an older backup.
  await sql`
    create table task_counts (
      company_id uuid primary key references company on delete cascade,
      pending integer not null default 0,
      roll_back integer not null default 0,
      approved integer not null default 0,
      posted integer not null default 0,
      open_tasks integer not null generated always as (pending + roll_back + approved) stored,
      list_tag uuid not null default gen_random_uuid()
    ) with (fillfactor = 50)`.execute(db)
  await sql`create index task_counts_open on task_counts (open_tasks, company_id)`.execute(db)

  await sql`
    create function add_task_counts() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into task_counts (company_id) values (new.id);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger add_task_counts after insert on company for each row when (${unlessRestoring}) execute function add_task_counts()`.execute(
    db,
  )

  for (const [statement, { tables, changes }] of Object.entries(taskChanges)) {
    const name = sql.id(`count_tasks_on_${statement}`)
    await sql`
      create function ${name}() returns trigger language plpgsql set search_path from current as $$
      begin
        update task_counts set
          pending = task_counts.pending + changed.pending,
          roll_back = task_counts.roll_back + changed.roll_back,
          approved = task_counts.approved + changed.approved,
          posted = task_counts.posted + changed.posted,
          list_tag = gen_random_uuid()
        from (
          select company_id,
            coalesce(sum(change) filter (where status = 'Pending'), 0) as pending,
            coalesce(sum(change) filter (where status = 'Roll Back'), 0) as roll_back,
            coalesce(sum(change) filter (where status = 'Approved'), 0) as approved,
            coalesce(sum(change) filter (where status = 'Posted'), 0) as posted
          from (${sql.raw(changes)}) as task_changes group by company_id
        ) as changed
        where task_counts.company_id = changed.company_id;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger ${name} after ${sql.raw(statement)} on task referencing ${sql.raw(tables)}
        for each statement when (${unlessRestoring}) execute function ${name}()`.execute(db)
  }
}

export const baseline: Migration = {
  async up(db) {
    await createMessageTables(db)
    await createIdempotencyKeyTable(db)
    await createFileSweepTable(db)
    await createCompanyTable(db)
    await createCompanySearch(db)
    await createTasks(db)
    await createTaskCounts(db)
  },
}
