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

/**
 * Number of tasks in one text. V8 allocates each string of more than 128 KiB separately, which takes 0.15 ms of CPU time. A list of 100
 * tasks is often longer, but a text of 25 tasks is not.
 */
const TASKS_PER_TEXT = 25

export interface StoredPage {
  /**
   * Cached JSON of the tasks, newest first. Each text contains up to `TASKS_PER_TEXT` tasks, joined by `TASK_SEPARATOR`. If the JSON of a
   * task is missing or stale, the text contains '' for this task.
   */
  texts: string[]
  /** Ids of tasks without current JSON in the cache, newest first. */
  missing: string[]
  count: number
  last: number | null
}

/** Columns are null if the page has no tasks. */
interface TextRow {
  text: string | null
  missing: string[] | null
  count: number | null
  last: number | null
}

/**
 * Selects a page, one row for each text. The query reads the cache (`task_serialized`) in a correlated subquery, so that the planner always
 * uses the primary key of the cache. With a join, the planner could choose a slower plan after the cache was emptied, because its
 * statistics are then outdated.
 */
const selectTexts = ({ companyId, before, limit }: ListPage, formatHash: string, where: RawBuilder<boolean> = sql`true`) => sql<TextRow>`
  select string_agg(coalesce(json, ''), ${TASK_SEPARATOR} order by task_id desc) as text,
    array_agg(id order by task_id desc) filter (where json is null) as missing, count(*) as count, min(task_id) as last
  from (
    select id, task_id, (row_number() over (order by task_id desc) - 1) / ${TASKS_PER_TEXT}::int as part, (
      select json from task_serialized where task_serialized.id = task.id and row_version = task.xmin and shape = ${formatHash}
    ) as json
    from task where company_id = ${companyId} and task_id < ${before} and ${where} order by task_id desc limit ${limit}
  ) as listed
  group by part order by part`

const toPage = (rows: readonly TextRow[]): StoredPage => ({
  texts: rows.flatMap(({ text }) => text ?? []),
  missing: rows.flatMap(({ missing }) => missing ?? []),
  count: rows.reduce((sum, { count }) => sum + (count ?? 0), 0),
  last: rows.at(-1)?.last ?? null,
})

export async function findPage(db: Kysely<Tables>, page: ListPage, formatHash: string): Promise<StoredPage> {
  const { rows } = await selectTexts(page, formatHash).execute(db)
  return toPage(rows)
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

/**
 * Selects a page of a company's tasks. The page is empty if `knownTag` is the current tag of the list. Returns undefined if the reader's
 * company does not exist.
 */
export async function findList(
  db: Kysely<Tables>,
  page: ListPage,
  formatHash: string,
  { ownerId, knownTag }: ListReader,
): Promise<StoredList | undefined> {
  const { rows } = await sql<TextRow & { tag: string; hasMore: boolean }>`
    select state.tag, page.*, exists (select from task where company_id = ${page.companyId} and task_id < last) as "hasMore"
    from (
      select list_tag::text as tag from task_counts join company on company.id = company_id
      where company_id = ${page.companyId} and (${ownerId}::uuid is null or owner_id = ${ownerId})
    ) as state
    left join lateral (${selectTexts(page, formatHash, sql`state.tag is distinct from ${knownTag}`)}) as page on true`.execute(db)
  const oldest = rows.at(-1)
  return oldest && { ...toPage(rows), tag: oldest.tag, hasMore: oldest.hasMore }
}
