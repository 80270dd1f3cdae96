import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const tasks: Migration = {
  async up(db) {
    await sql`
      create table company (
        id uuid primary key,
        owner_id uuid not null unique,
        name text not null,
        profile jsonb not null,
        version integer not null
      )`.execute(db)

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

    // A company's list, and one page of it.
    await sql`create index task_company on task (company_id, task_id desc)`.execute(db)
    // The monthly cap's count.
    await sql`create index task_month on task (company_id, target_posting_date) where not is_recurring`.execute(db)
    // The sweep's question: does any task name this file?
    await sql`create index task_reference_image on task (reference_image) where reference_image is not null`.execute(db)
    await sql`create index task_done_image on task (done_task_image) where done_task_image is not null`.execute(db)
    await sql`create index task_rollbacks on task using gin (rollbacks jsonb_path_ops) where rollbacks <> '[]'`.execute(db)
  },
}
