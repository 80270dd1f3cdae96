import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { taskSelection } from '../db/task-columns.ts'
import type { TaskRow } from './task-row.ts'

export type VersionedRow = TaskRow & { rowVersion: string }

export const findVersionedRows = (db: Kysely<Tables>, ids: readonly string[]): Promise<VersionedRow[]> =>
  db
    .selectFrom('task')
    .select(taskSelection)
    .select(sql<string>`task.xmin`.as('rowVersion'))
    .where('task.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()

export interface SerializedTask {
  id: string
  rowVersion: string
  json: string
}

/**
 * Stores the JSON of tasks in the cache. Skips locked tasks, so that the statement never waits. Writes in the order of ids, so that
 * concurrent statements cannot deadlock.
 */
export async function storeSerialized(db: Kysely<Tables>, formatHash: string, tasks: readonly SerializedTask[]): Promise<void> {
  const ids = tasks.map(({ id }) => id)
  const rowVersions = tasks.map(({ rowVersion }) => rowVersion)
  const texts = tasks.map(({ json }) => json)
  await sql`
    with present as (select id from task where id = any(${ids}::uuid[]) for key share skip locked)
    insert into task_serialized (id, row_version, shape, json)
    select made.id, made.row_version, ${formatHash}, made.json
    from unnest(${ids}::uuid[], ${rowVersions}::xid[], ${texts}::text[]) as made (id, row_version, json) join present on present.id = made.id
    order by made.id
    on conflict (id) do update set row_version = excluded.row_version, shape = excluded.shape, json = excluded.json`.execute(db)
}
