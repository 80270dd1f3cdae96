import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

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

interface Asked {
  companyId: string
  /** The `taskId` to go on below. */
  before: number
  limit: number
}

export interface ListedTask {
  taskId: number
  /** The task as it is answered, but for the public address of its files. */
  json: string
}

/** A company's tasks, newest first. */
export async function listedTasks(db: Kysely<Tables>, { companyId, before, limit }: Asked): Promise<ListedTask[]> {
  const { rows } = await sql<ListedTask>`
    select task_id as "taskId", coalesce(json, task_json(task)) as json from task
    where company_id = ${companyId} and task_id < ${before} order by task_id desc limit ${limit}`.execute(db)
  return rows
}

/** Stands before the keys of files, and nowhere else: JSON has no control characters. */
const PUBLIC_ADDRESS = '\u0001'

/** These tasks as the elements of an array. */
export const elementsOf = (tasks: readonly ListedTask[], publicUrl: (key: string) => string): string =>
  tasks
    .map(({ json }) => json)
    .join()
    .replaceAll(PUBLIC_ADDRESS, publicUrl(''))
