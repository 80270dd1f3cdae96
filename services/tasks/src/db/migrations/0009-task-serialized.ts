import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Stores the JSON of tasks in a cache of its own, and drops the SQL that wrote it. No release has that SQL. A replica of an older commit
 * cannot list tasks after this migration.
 */
export const taskSerialized: Migration = {
  async up(db) {
    // Takes the strongest lock on `task` first: a transaction that asks for a stronger lock later can deadlock.
    await sql`drop trigger write_task_json on task`.execute(db)
    for (const name of ['write_task_json()', 'task_json(task)', 'rollbacks_json(jsonb)', 'file_json(text)', 'instant_json(timestamptz)'])
      await sql`drop function ${sql.raw(name)}`.execute(db)
    await sql`alter table task drop column json`.execute(db)
    await sql`alter table task reset (toast_tuple_target)`.execute(db)
    // Texts of some kilobytes stay uncompressed in their rows: decompressing each would cost a list more than the table saves.
    await sql`
      create unlogged table task_serialized (
        id uuid primary key references task on delete cascade,
        row_version xid not null,
        shape text not null,
        json text not null
      ) with (toast_tuple_target = 8160)`.execute(db)
  },
}
