import type { ServiceMigration } from '@app/chassis/db/run-migrations.ts'
import { sql } from 'kysely'

/** Adds the column for the thumbnail of a task, and the index with which the background job finds tasks without a thumbnail. */
export const taskThumbnail: ServiceMigration = {
  outsideTransaction: true,
  async up(db) {
    await sql`alter table task add column if not exists done_task_thumbnail jsonb`.execute(db)
    // Replicas of the previous release, which run beside this release during a rolling deployment, never write the column. If such a
    // replica replaces the image, the trigger clears the thumbnail of the old image.
    await sql`
      create or replace function clear_done_task_thumbnail() returns trigger language plpgsql as $$
      begin
        new.done_task_thumbnail := null;
        return new;
      end $$`.execute(db)
    await sql`
      create or replace trigger clear_done_task_thumbnail before update of done_task_image on task for each row
        when (new.done_task_image is distinct from old.done_task_image
          and new.done_task_thumbnail is not distinct from old.done_task_thumbnail)
        execute function clear_done_task_thumbnail()`.execute(db)
    await sql`drop index concurrently if exists task_without_thumbnail`.execute(db)
    await sql`
      create index concurrently task_without_thumbnail on task (id)
        where preview_number is not null and done_task_thumbnail is null`.execute(db)
  },
}
