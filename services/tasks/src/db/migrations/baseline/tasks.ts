import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { type Kysely, sql } from 'kysely'

async function createSeries(db: Kysely<unknown>): Promise<void> {
  // The foreign key ensures that a company is not deleted while it has a series.
  await sql`
    create table task_series (
      id uuid primary key,
      company_id uuid not null references company,
      brief jsonb not null,
      reference_image text,
      recurrence_type text not null,
      weekly_day_of_week text,
      monthly_week text,
      monthly_day_of_week text,
      starts_on date not null,
      ends_on date not null,
      target_posting_time text,
      created_by text not null default 'owner' check (created_by in ('owner', 'admin')),
      last_number integer not null check (last_number > 0),
      last_date date not null,
      next_date date check (next_date > last_date),
      is_due boolean not null default false,
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db)
  // This index serves the export of a company.
  await sql`create index task_series_company on task_series (company_id, id)`.execute(db)
  // These indexes serve the job that creates the next occurrences.
  await sql`create index task_series_waiting on task_series (last_date) where next_date is not null`.execute(db)
  await sql`create index task_series_due on task_series (id) where next_date is not null and is_due`.execute(db)
  // This index serves the daily job that deletes files to which no row refers.
  await sql`create index task_series_reference_image on task_series (reference_image) where reference_image is not null`.execute(db)
  // These indexes serve the calendar.
  await sql`create index task_series_calendar on task_series (next_date, id) where next_date is not null`.execute(db)
  await sql`create index task_series_company_calendar on task_series (company_id, next_date, id) where next_date is not null`.execute(db)
}

async function createTaskTable(db: Kysely<unknown>): Promise<void> {
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
      target_posting_time text check (target_posting_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      submission_for_review date,
      status text not null default 'Pending' check (status in ('Pending', 'Roll Back', 'Approved', 'Posted')),
      platform_x boolean not null,
      platform_fb boolean not null,
      platform_insta boolean not null,
      platform_li boolean not null,
      platform_youtube boolean not null,
      platform_via_mail boolean not null,
      reference_image text,
      brief_version integer not null default 1,
      preview_brief_version integer,
      done_task_image text,
      done_task_thumbnail jsonb,
      preview_number integer,
      approved_preview_number integer,
      approval_unconfirmed boolean not null default false,
      email_bounced boolean not null default false,
      reminded_at timestamptz,
      reminders_sent integer not null default 0,
      admin_post_comment text,
      posted_at timestamptz,
      posted_on date,
      post_links jsonb not null default '{}',
      rollbacks jsonb not null default '[]',
      is_recurring boolean not null,
      recurrence_type text,
      recurrence_start_date date,
      recurrence_end_date date,
      weekly_day_of_week text,
      monthly_week text,
      monthly_day_of_week text,
      series_id uuid references task_series,
      occurrence_no integer,
      occurrence_date date,
      next_occurrence_date date,
      version integer not null default 1,
      created_by text not null check (created_by in ('owner', 'admin')),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check (status = 'Posted' or posted_at is null and posted_on is null and post_links = '{}')
    )`.execute(db)

  // `toast_tuple_target` keeps long texts uncompressed in their rows, because decompression would make lists slower.
  await sql`
    create unlogged table task_serialized (
      id uuid primary key references task on delete cascade,
      row_version xid not null,
      shape text not null,
      json text not null
    ) with (toast_tuple_target = 8160)`.execute(db)
}

/** Creates the history of the briefs of tasks. A task whose brief never changed has no row. */
async function createBriefVersions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table brief_version (
      task_id uuid not null references task on delete cascade,
      number integer not null check (number between 1 and 200),
      changed_at timestamptz not null default now(),
      changed_by uuid,
      changed_by_role text not null check (changed_by_role in ('owner', 'admin')),
      changed text[] not null,
      preview_number integer,
      brief jsonb not null,
      target_posting_date date,
      target_posting_time text,
      submission_for_review date,
      has_reference_image boolean not null,
      primary key (task_id, number)
    )`.execute(db)
}

/** Creates the batches of tasks that admins create with one brief. The id of the batch and a company identify the task. */
async function createTaskBatches(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table task_batch (
      id uuid primary key,
      title text not null,
      brief_hash text not null,
      created_by uuid not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index task_batch_age on task_batch (created_at)`.execute(db)
  // There is no foreign key to the task, because a retry must not create a task again that was removed.
  await sql`
    create table task_batch_item (
      batch_id uuid not null references task_batch on delete cascade,
      company_id uuid not null,
      company_name text not null,
      task_id uuid not null,
      task_number bigint not null,
      undone_at timestamptz,
      primary key (batch_id, company_id)
    )`.execute(db)
}

/** SQL of the date of a task. It must equal the expression of `src/calendar/calendar-day.ts`. */
const taskDay = 'coalesce(posted_on, target_posting_date, occurrence_date, recurrence_start_date)'

/** SQL expressions by which the board's lists are sorted. They must equal those of `src/board/days.ts`. */
const dueDay = sql`coalesce(${sql.raw(taskDay)}, date 'infinity')`
const turn = sql`
  case when done_task_image is not null and rollbacks -> -1 ->> 'doneTaskImage' is distinct from done_task_image
    then 'owner' else 'admin' end`
const nextStepDay = sql`
  case when status = 'Roll Back' or status = 'Pending' and ${turn} = 'admin'
    then coalesce(submission_for_review, ${dueDay}) else ${dueDay} end`

async function createTaskIndexes(db: Kysely<unknown>): Promise<void> {
  // This index serves the list of a company's tasks.
  await sql`create index task_company on task (company_id, task_id desc)`.execute(db)
  // This index serves the query that counts a company's tasks of a month.
  await sql`create index task_month on task (company_id, target_posting_date) where not is_recurring`.execute(db)
  // A series has at most one task for each of its dates.
  await sql`create unique index task_occurrence on task (series_id, occurrence_date) where series_id is not null`.execute(db)

  // The following indexes serve the daily job that deletes files to which no task refers.
  await sql`create index task_reference_image on task (reference_image) where reference_image is not null`.execute(db)
  await sql`create index task_done_image on task (done_task_image) where done_task_image is not null`.execute(db)
  await sql`create index task_rollbacks on task using gin (rollbacks jsonb_path_ops) where rollbacks <> '[]'`.execute(db)

  // The following indexes serve the board.
  await sql`create index task_status on task (status, task_id)`.execute(db)
  await sql`create index task_company_status on task (company_id, status, task_id)`.execute(db)
  await sql`create index task_review on task (status, (coalesce(submission_for_review, date 'infinity')), task_id)`.execute(db)
  // The included columns allow an index-only scan, which counts the tasks that are due for launch.
  await sql`
    create index task_posting_day on task (status, (${dueDay}), task_id)
      include (posted_on, target_posting_date, occurrence_date, recurrence_start_date)`.execute(db)
  await sql`create index task_next_step_day on task (status, (${nextStepDay}), task_id)`.execute(db)
  await sql`create index task_turn_day on task ((${turn}), (${nextStepDay}), task_id) where status = 'Pending'`.execute(db)
  await sql`create index task_turn_newest on task ((${turn}), task_id) where status = 'Pending'`.execute(db)
  await sql`
    create index task_bounced_day on task ((${turn}), (${nextStepDay}), task_id) where status = 'Pending' and email_bounced`.execute(db)
  await sql`create index task_unconfirmed_day on task ((${dueDay}), task_id) where status = 'Approved' and approval_unconfirmed`.execute(db)
  await sql`create index task_title_search on task using gin (normalize_for_search(title) gin_trgm_ops)`.execute(db)

  // The following indexes serve the lists of posts, newest first, of all companies and of one.
  await sql`create index task_posted on task (posted_on, posted_at, task_id) where posted_at is not null`.execute(db)
  await sql`create index task_company_posted on task (company_id, posted_on, posted_at, task_id) where posted_at is not null`.execute(db)

  // The following indexes serve the calendar.
  await sql`create index task_calendar on task ((${sql.raw(taskDay)}), task_id)`.execute(db)
  await sql`create index task_company_calendar on task (company_id, (${sql.raw(taskDay)}), task_id)`.execute(db)
}

/** Creates the reminders that tasks must be posted now: one for each time of a task. */
async function createPostReminders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table post_reminder (
      id uuid primary key,
      task_id uuid not null references task on delete cascade,
      posting_date date not null,
      posting_time text not null,
      created_at timestamptz not null default now(),
      unique (task_id, posting_date, posting_time)
    )`.execute(db)
  // This index serves the job that adds these reminders.
  await sql`
    create index task_post_due on task ((${sql.raw(taskDay)}), id)
      where status = 'Approved' and target_posting_time is not null`.execute(db)
}

/** Creates triggers that reset facts about the status or the current preview of a task when it changes. */
async function createTaskResets(db: Kysely<unknown>): Promise<void> {
  const isAnotherPreview = 'new.preview_number is distinct from old.preview_number'
  const resets = [
    // Only an Approved task can have an unconfirmed approval.
    { fact: 'approval_unconfirmed', value: 'false', of: 'status', when: `new.approval_unconfirmed and new.status <> 'Approved'` },
    { fact: 'email_bounced', value: 'false', of: 'preview_number', when: `new.email_bounced and ${isAnotherPreview}` },
    { fact: 'reminders_sent', value: '0', of: 'preview_number', when: `new.reminders_sent > 0 and ${isAnotherPreview}` },
  ]
  for (const { fact, value, of, when } of resets) {
    const name = sql.id(`clear_${fact}`)
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        new.${sql.id(fact)} := ${sql.raw(value)};
        return new;
      end $$`.execute(db)
    await sql`
      create trigger ${name} before update of ${sql.id(of)} on task for each row when (${sql.raw(when)})
        execute function ${name}()`.execute(db)
  }
}

/** SQL condition: the preview of the task waits for the owner's decision. */
const isWithClient = `(status = 'Pending' and done_task_image is not null and rollbacks -> -1 ->> 'doneTaskImage' is distinct from done_task_image)`

const inserted = `select company_id, status, ${isWithClient} as is_with_client, 1 as change from new_rows`
const deleted = `select company_id, status, ${isWithClient} as is_with_client, -1 as change from old_rows`

/** SQL of the trigger for each kind of statement: its transition tables, and a query for the changes of the counts. */
const taskChanges = {
  insert: { tables: 'new table as new_rows', changes: inserted },
  update: { tables: 'old table as old_rows new table as new_rows', changes: `${inserted} union all ${deleted}` },
  delete: { tables: 'old table as old_rows', changes: deleted },
}

async function createTaskCountsTable(db: Kysely<unknown>): Promise<void> {
  // The fill factor leaves space in each page for HOT updates. Such updates are possible if no column with an index changes.
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
      with_client integer not null default 0,
      previews_owed integer not null generated always as (pending + roll_back - with_client) stored,
      next_posting_date date,
      list_tag uuid not null default gen_random_uuid()
    ) with (fillfactor = 50)`.execute(db)
  // By these indexes the board sorts companies. The expressions must equal those of `src/board/company-line.repository.ts`.
  await sql`create index task_counts_open on task_counts (open_tasks, company_id)`.execute(db)
  await sql`create index task_counts_owed on task_counts (previews_owed, company_id)`.execute(db)
  await sql`create index task_counts_with_client on task_counts (with_client, company_id)`.execute(db)
  await sql`create index task_counts_approved on task_counts (approved, company_id)`.execute(db)
  await sql`create index task_counts_next_posting on task_counts ((coalesce(next_posting_date, date '9999-12-31')), company_id)`.execute(db)
}

/** Creates triggers that update `task_counts`. They do not run during a restore, because the backup contains the counts. */
async function createTaskCountTriggers(db: Kysely<unknown>): Promise<void> {
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
    // The function first locks the company's row in `task_counts`, and then selects the next posting date. So the selection includes the
    // changes of all transactions that had this lock before.
    await sql`
      create function ${name}() returns trigger language plpgsql set search_path from current as $$
      begin
        perform from task_counts where company_id in (select company_id from (${sql.raw(changes)}) as task_changes)
          order by company_id for no key update;
        update task_counts set
          pending = task_counts.pending + changed.pending,
          roll_back = task_counts.roll_back + changed.roll_back,
          approved = task_counts.approved + changed.approved,
          posted = task_counts.posted + changed.posted,
          with_client = task_counts.with_client + changed.with_client,
          next_posting_date = (
            select min(${sql.raw(taskDay)}) from task
            where task.company_id = changed.company_id and status in ('Pending', 'Roll Back', 'Approved')),
          list_tag = gen_random_uuid()
        from (
          select company_id,
            coalesce(sum(change) filter (where status = 'Pending'), 0) as pending,
            coalesce(sum(change) filter (where status = 'Roll Back'), 0) as roll_back,
            coalesce(sum(change) filter (where status = 'Approved'), 0) as approved,
            coalesce(sum(change) filter (where status = 'Posted'), 0) as posted,
            coalesce(sum(change) filter (where is_with_client), 0) as with_client
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

/** Creates series, tasks, and the counts by which admins sort companies. */
export async function createTasks(db: Kysely<unknown>): Promise<void> {
  await createSeries(db)
  await createTaskTable(db)
  await createTaskBatches(db)
  await createBriefVersions(db)
  await createTaskIndexes(db)
  await createPostReminders(db)
  await createTaskResets(db)
  await createTaskCountsTable(db)
  await createTaskCountTriggers(db)
}
