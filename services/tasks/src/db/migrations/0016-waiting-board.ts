import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'
import { nextStepDay, turn } from './0014-task-turns.ts'

/**
 * Adds the number of reminder emails about the current preview, and the index of waiting previews whose email bounced. A trigger resets the
 * number when another preview is delivered. So the number is also reset when a replica of the previous release delivers the preview.
 */
export const waitingBoard: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`alter table task add column if not exists reminders_sent integer not null default 0`.execute(db)
    await sql`
      create or replace function clear_reminders_sent() returns trigger language plpgsql as $$
      begin
        new.reminders_sent := 0;
        return new;
      end $$`.execute(db)
    await sql`
      create or replace trigger clear_reminders_sent before update of preview_number on task for each row
        when (new.reminders_sent > 0 and new.preview_number is distinct from old.preview_number)
        execute function clear_reminders_sent()`.execute(db)
    await sql`drop index concurrently if exists task_bounced`.execute(db)
    await sql`
      create index concurrently task_bounced on task ((${turn}), (${nextStepDay}), task_id)
        where status = 'Pending' and email_bounced`.execute(db)
  },
}
