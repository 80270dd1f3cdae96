import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export interface ListPage {
  companyId: string
  /** Only tasks with a lower `taskId` are in the page. */
  before: number
  limit: number
}

/** Separates the tasks in a serialized array. JSON texts of tasks contain no line breaks, so the array can be split at the separator. */
export const TASK_SEPARATOR = ',\n'

export interface StoredPage {
  /** Cached JSON of the tasks, newest first, joined by `TASK_SEPARATOR`. '' stands for missing or stale JSON. Null without tasks. */
  texts: string | null
  /** Ids of tasks without current JSON in the cache, newest first. Null if the cache has current JSON of all tasks. */
  missing: string[] | null
  count: number
  last: number | null
}

/**
 * Selects a page as one row, because Postgres sends many rows in chunks of 8 kB. The correlated subquery makes the planner read the cache
 * by primary key, even if its statistics are outdated because the cache was emptied.
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
  knownTag: string | null
}

interface StoredList extends StoredPage {
  tag: string
  hasMore: boolean
}

/** Selects a company's page of tasks, which is empty if `knownTag` is current. Returns undefined if the reader's company does not exist. */
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
