import { roleOf } from '@app/chassis/db/migrate.ts'
import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How many tasks a company has by status, kept by triggers in the transaction of each change: a replica of the release before keeps it
 * as well. What is there already is counted by the next migration.
 */
export const tally: Migration = {
  async up(db) {
    // A row is rewritten with every change of a task, in its page while `open_tasks` stays as it is.
    await sql`
      create table company_tally (
        company_id uuid primary key references company on delete cascade,
        pending integer not null default 0,
        roll_back integer not null default 0,
        approved integer not null default 0,
        posted integer not null default 0,
        open_tasks integer not null generated always as (pending + roll_back + approved) stored,
        version bigint not null default 0
      ) with (fillfactor = 50)`.execute(db)
    await sql`create index company_tally_open on company_tally (open_tasks desc, company_id)`.execute(db)
    // Replicas that run write it from here on; rights on all tables are given when all migrations are done.
    await sql`grant select, insert, update, delete on company_tally to ${sql.id(roleOf('tasks'))}`.execute(db)

    await sql`
      create function open_tally() returns trigger language plpgsql set search_path from current as $$
      begin
        insert into company_tally (company_id) values (new.id);
        return null;
      end $$`.execute(db)
    await sql`
      create trigger open_tally after insert on company for each row when (${unlessRestoring}) execute function open_tally()`.execute(db)

    // A task stays with its company. Of a new one there is no old status, of one that goes no new one.
    await sql`
      create function keep_tally() returns trigger language plpgsql set search_path from current as $$
      declare
        was text := coalesce(old.status, '');
        is_now text := coalesce(new.status, '');
      begin
        update company_tally set
          pending = pending + (is_now = 'Pending')::integer - (was = 'Pending')::integer,
          roll_back = roll_back + (is_now = 'Roll Back')::integer - (was = 'Roll Back')::integer,
          approved = approved + (is_now = 'Approved')::integer - (was = 'Approved')::integer,
          posted = posted + (is_now = 'Posted')::integer - (was = 'Posted')::integer,
          version = version + 1
        where company_id = coalesce(new.company_id, old.company_id);
        return null;
      end $$`.execute(db)
    await sql`
      create trigger keep_tally after insert or update or delete on task for each row when (${unlessRestoring})
        execute function keep_tally()`.execute(db)

    await sql`insert into company_tally (company_id) select id from company`.execute(db)
  },
}
