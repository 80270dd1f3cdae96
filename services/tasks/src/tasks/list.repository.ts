import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface ListPage {
  companyId: string
  /** The page has tasks whose `taskId` is less. */
  before: number
  limit: number
}

/** Separates the tasks in a serialized array. `JSON.stringify` writes no line breaks, so the array can be split at it. */
export const TASK_SEPARATOR = ',\n'

/** The tasks of a page as far as their stored texts are current. */
export interface StoredPage {
  /** The texts, newest task first, with `TASK_SEPARATOR` between them. An empty text stands for a missing one. Null if there are no tasks. */
  texts: string | null
  /** The ids of tasks without a current text, newest first; null if there are none. */
  missing: string[] | null
  count: number
  /** The `taskId` of the oldest task. */
  last: number | null
}

/**
 * Selects a page as one value: Postgres sends one value at once, and rows in chunks of 8 kB. The subquery reads texts by their primary key,
 * whatever the planner knows of the size of a table that has just been emptied.
 */
const selectPage = ({ companyId, before, limit }: ListPage, shape: string, where: RawBuilder<boolean> = sql`true`) => sql<StoredPage>`
  select string_agg(coalesce(json, ''), ${TASK_SEPARATOR}) as texts, array_agg(id) filter (where json is null) as missing,
    count(*) as count, min(task_id) as last
  from (
    select id, task_id, (
      select json from task_serialized where task_serialized.id = task.id and row_version = task.xmin and shape = ${shape}
    ) as json
    from task where company_id = ${companyId} and task_id < ${before} and ${where} order by task_id desc limit ${limit}
  ) as listed`

export async function findPage(db: Kysely<Tables>, page: ListPage, shape: string): Promise<StoredPage> {
  const { rows } = await selectPage(page, shape).execute(db)
  return rows[0] ?? { texts: null, missing: null, count: 0, last: null }
}

interface ListReader {
  /** Null for an admin, who may read the lists of all companies. */
  ownerId: string | null
  /** The tag of the list that the reader has. */
  knownTag: string | null
}

interface StoredList extends StoredPage {
  /** Random. Every change of one of the company's tasks replaces it. */
  tag: string
  hasMore: boolean
}

/** A page of a company's list; without tasks if the reader has it. Undefined if the company does not exist or is another owner's. */
export async function findList(
  db: Kysely<Tables>,
  page: ListPage,
  shape: string,
  { ownerId, knownTag }: ListReader,
): Promise<StoredList | undefined> {
  const { rows } = await sql<StoredList>`
    select state.tag, page.*, exists (select from task where company_id = ${page.companyId} and task_id < last) as "hasMore"
    from (
      select list_tag::text as tag from task_counts join company on company.id = company_id
      where company_id = ${page.companyId} and (${ownerId}::uuid is null or owner_id = ${ownerId})
    ) as state
    cross join lateral (${selectPage(page, shape, sql`state.tag is distinct from ${knownTag}`)}) as page`.execute(db)
  return rows[0]
}
