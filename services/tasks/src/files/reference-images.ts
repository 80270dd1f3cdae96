import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Whether a series, or a task other than `exceptTaskId`, has this file as its reference image. The tasks of a series can share a file. */
export async function isReferenceImage(db: Kysely<Tables>, key: string, exceptTaskId: string): Promise<boolean> {
  const { rows } = await sql`
    select from task where reference_image = ${key} and id <> ${exceptTaskId}
    union all select from task_series where reference_image = ${key} limit 1`.execute(db)
  return rows.length > 0
}
