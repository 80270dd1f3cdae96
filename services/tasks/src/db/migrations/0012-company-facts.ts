import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** SQL condition: the preview of the task waits for the owner's decision. */
const isWithClient = `(status = 'Pending' and done_task_image is not null and rollbacks -> -1 ->> 'doneTaskImage' is distinct from done_task_image)`

const inserted = `select company_id, status, ${isWithClient} as is_with_client, 1 as change from new_rows`
const deleted = `select company_id, status, ${isWithClient} as is_with_client, -1 as change from old_rows`

const taskChanges = { insert: inserted, update: `${inserted} union all ${deleted}`, delete: deleted }

/**
 * Creates the table of owners' last sign-ins. An owner can sign in before the company exists, so the trigger adds the company to the row.
 * The trigger and the handler of sign-ins can run at the same time. Both use `on conflict`, so the second one waits and then updates the row.
 */
async function createOwnerSignIns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table owner_sign_in (
      owner_id uuid primary key,
      company_id uuid,
      signed_in_at timestamptz not null default 'epoch'
    )`.execute(db)
  await sql`insert into owner_sign_in (owner_id, company_id) select owner_id, id from company`.execute(db)
  // This index serves the list of companies in the order of the sign-ins.
  await sql`create index owner_sign_in_order on owner_sign_in (signed_in_at, company_id)`.execute(db)
  // The function runs with the rights of the database role that creates it (`security definer`). The role of the service has no rights on
  // the new table until all migrations have run.
  await sql`
    create function add_owner_sign_in() returns trigger language plpgsql security definer set search_path from current as $$
    begin
      insert into owner_sign_in (owner_id, company_id) values (new.owner_id, new.id)
        on conflict (owner_id) do update set company_id = excluded.company_id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger add_owner_sign_in after insert on company
      for each row when (${unlessRestoring}) execute function add_owner_sign_in()`.execute(db)
}

/**
 * Replaces the functions of the triggers that keep `task_counts` current. `postingDay` is the SQL expression of the date of a task. The
 * functions compute the next posting date of a company as the smallest of these dates.
 */
export async function replaceCountFunctions(db: Kysely<unknown>, postingDay: string): Promise<void> {
  for (const [statement, changes] of Object.entries(taskChanges)) {
    // The function first locks the company's row in `task_counts`, and then selects the next posting date. So the selection includes the
    // changes of all transactions that had this lock before.
    await sql`
      create or replace function ${sql.id(`count_tasks_on_${statement}`)}() returns trigger language plpgsql
        set search_path from current as $$
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
            select min(${sql.raw(postingDay)}) from task
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
  }
}

/**
 * Adds the facts by which admins sort companies. From this migration on, the trigger functions of `0001-baseline` also update these facts.
 * The next migration fills the facts of companies that already exist.
 */
export const companyFacts: Migration = {
  async up(db) {
    // Waits until running changes of companies and tasks have ended, because they still use the old functions. New changes wait for this
    // migration.
    await sql`lock table company, task in share row exclusive mode`.execute(db)
    await createOwnerSignIns(db)
    await sql`
      alter table task_counts
        add column with_client integer not null default 0,
        add column previews_owed integer not null generated always as (pending + roll_back - with_client) stored,
        add column next_posting_date date`.execute(db)

    await replaceCountFunctions(db, 'coalesce(target_posting_date, recurrence_start_date)')
  },
}
