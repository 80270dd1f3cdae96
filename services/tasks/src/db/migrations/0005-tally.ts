import { roleOf } from '@app/chassis/db/migrate.ts'
import { unlessRestoring } from '@app/chassis/db/restoring.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const added = 'select company_id, status, 1 as by from added'
const gone = 'select company_id, status, -1 as by from gone'

/** The rows that a statement has changed. */
const reported = {
  insert: { named: 'new table as added', told: added },
  update: { named: 'old table as gone new table as added', told: `${added} union all ${gone}` },
  delete: { named: 'old table as gone', told: gone },
}
type Change = keyof typeof reported
export const changes = Object.keys(reported) as Change[]

/** A function of a trigger that counts the rows changed by a statement, and makes `mark` in the rows of their companies. */
export const keepTally = (change: Change, mark: RawBuilder<unknown>) => sql`
  create or replace function ${sql.id(`keep_tally_${change}`)}() returns trigger language plpgsql set search_path from current as $$
  begin
    update company_tally set
      pending = company_tally.pending + changed.pending,
      roll_back = company_tally.roll_back + changed.roll_back,
      approved = company_tally.approved + changed.approved,
      posted = company_tally.posted + changed.posted,
      ${mark}
    from (
      select company_id,
        coalesce(sum(by) filter (where status = 'Pending'), 0) as pending,
        coalesce(sum(by) filter (where status = 'Roll Back'), 0) as roll_back,
        coalesce(sum(by) filter (where status = 'Approved'), 0) as approved,
        coalesce(sum(by) filter (where status = 'Posted'), 0) as posted
      from (${sql.raw(reported[change].told)}) as told group by company_id
    ) as changed
    where company_tally.company_id = changed.company_id;
    return null;
  end $$`

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
    await sql`create index company_tally_open on company_tally (open_tasks, company_id)`.execute(db)
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

    for (const change of changes) {
      const { named } = reported[change]
      const name = sql.id(`keep_tally_${change}`)
      await keepTally(change, sql`version = version + 1`).execute(db)
      await sql`
        create trigger ${name} after ${sql.raw(change)} on task referencing ${sql.raw(named)} for each statement when (${unlessRestoring})
          execute function ${name}()`.execute(db)
    }

    await sql`insert into company_tally (company_id) select id from company`.execute(db)
  },
}
