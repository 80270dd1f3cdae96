import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type TaskRow, taskColumns } from './task-row.ts'

/**
 * Of which state of a company's tasks a list is. The tally's version grows with each change of one of them; the transaction that wrote
 * it tells it from the same number before a restore. Undefined for a company that is not there, or not this owner's; null sees all.
 */
export async function findListVersion(db: Kysely<Tables>, companyId: string, ownerId: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ version: string }>`
    select company_tally.version || '.' || company_tally.xmin::text as version
    from company_tally join company on company.id = company_id
    where company_id = ${companyId} and (${ownerId}::uuid is null or owner_id = ${ownerId})`.execute(db)
  return rows[0]?.version
}

/** A row by what tells it from how it was before, whoever changed it. */
const stamp = sql<string>`task.version || '.' || task.xmin::text`

export interface ListedRow {
  taskId: number
  stamp: string
}

interface Asked {
  companyId: string
  /** The `taskId` to go on below. */
  before: number
  limit: number
}

/** Which tasks a company's list has, newest first. */
export async function listedRows(db: Kysely<Tables>, { companyId, before, limit }: Asked): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select task_id as "taskId", ${stamp} as stamp from task
    where company_id = ${companyId} and task_id < ${before} order by task_id desc limit ${limit}`.execute(db)
  return rows
}

/** The same tasks as whole rows. */
export const wholeRows = (db: Kysely<Tables>, { companyId, before, limit }: Asked): Promise<TaskRow[]> =>
  db
    .selectFrom('task')
    .select(taskColumns)
    .where('company_id', '=', companyId)
    .where('task_id', '<', before)
    .orderBy('task_id', 'desc')
    .limit(limit)
    .execute()

/** The whole rows of these tasks, in any order. */
export const rowsNumbered = (db: Kysely<Tables>, taskIds: readonly number[]): Promise<(TaskRow & ListedRow)[]> =>
  db.selectFrom('task').select(taskColumns).select(stamp.as('stamp')).where('task_id', '=', sql<number>`any(${taskIds})`).execute()
