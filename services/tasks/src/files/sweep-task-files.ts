import { sweep } from '@app/chassis/storage/sweep.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { TASK_FILES } from './task-files.ts'

const DAY_MS = 24 * 3_600_000

/** Which of these keys a task names: as its reference, its preview or in its history. */
async function namedKeys(db: Kysely<Tables>, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as asked (key)
    where exists (select from task where reference_image = key)
      or exists (select from task where done_task_image = key)
      or exists (select from task where rollbacks <> '[]' and rollbacks @> jsonb_build_array(jsonb_build_object('doneTaskImage', key)))
      or exists (select from task where rollbacks <> '[]' and rollbacks @> jsonb_build_array(jsonb_build_object('clientSuggestImage', key)))
  `.execute(db)
  return new Set(rows.map((row) => row.key))
}

/** Takes on today's sweep: of all replicas, and over restarts, one gets it. */
async function claim(db: Kysely<Tables>, now: Date): Promise<boolean> {
  const yesterday = new Date(now.getTime() - DAY_MS).toISOString()
  const claimed = await db
    .insertInto('sweep')
    .values({ name: 'task-files', started_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ started_at: eb.ref('excluded.started_at') }))
        .where('sweep.started_at', '<=', yesterday),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Removes files that no task names, if nobody has in the last day. Answers how many; gives up soon after an abort. */
export async function sweepTaskFiles({ db, store, log, now }: TasksDeps, signal: AbortSignal): Promise<number> {
  if (!(await claim(db, now()))) return 0
  const named = async (keys: readonly string[]) => {
    signal.throwIfAborted()
    return namedKeys(db, keys)
  }
  return sweep({ store, prefix: TASK_FILES, namedKeys: named, log, now: now() })
}
