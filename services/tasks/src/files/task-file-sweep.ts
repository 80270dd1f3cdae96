import type { Sweep } from '@app/chassis/storage/sweep.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { PREVIEW_FILES, TASK_FILES } from './task-files.ts'

async function namedKeys(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as file (key)
    where exists (select from task where reference_image = key)
      or exists (select from task_series where reference_image = key)
      or exists (select from task where done_task_image = key)
      or exists (select from task where rollbacks <> '[]' and rollbacks @> jsonb_build_array(jsonb_build_object('doneTaskImage', key)))
      or exists (select from task where rollbacks <> '[]' and rollbacks @> jsonb_build_array(jsonb_build_object('clientSuggestImage', key)))
      or exists (select from preview_file where preview_file.key = file.key)
      or exists (select from preview_file where poster_key = file.key)
      or exists (select from preview_file where display_key = file.key)
      or exists (select from preview_file where thumbnail_key = file.key)
      or exists (select from preview_file where first_key = file.key)
      or exists (select from preview_file where middle_key = file.key)
      or exists (select from preview_file where last_key = file.key)
      or exists (select from monthly_report where thumbnails @> array[file.key])
  `.execute(db)
  return new Set(rows.map((row) => row.key))
}

/** The daily sweep removes files to which no task refers. */
export const taskFileSweep = ({ db, store, log, now }: TasksDeps): Sweep<Tables> => ({
  db,
  store,
  log,
  now,
  prefixes: [TASK_FILES, PREVIEW_FILES],
  namedKeys: (keys) => namedKeys(db, keys),
})
