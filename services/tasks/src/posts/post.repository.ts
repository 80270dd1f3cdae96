import type { PostApproval } from '@app/contracts/http/posts.ts'
import type { CalendarDate } from '@app/contracts/rules/business-dates.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { companiesManagedBy, managerCondition } from '../board/managed.ts'
import { matchesAll, patternsOf, taskNumberIn } from '../board/search.ts'
import type { StoredThumbnail, Tables } from '../db/tables.ts'
import { selectionText } from '../db/task-columns.ts'

/** The posts of a list or an export: those of one company, of the companies with this account manager, or all. */
export interface PostFilter {
  companyId?: string | undefined
  managerId?: string | undefined
  /** `YYYY-MM`. */
  month?: string | undefined
  platform?: Platform | undefined
  search?: string | undefined
}

/** The sort key of a post. It is also the cursor of a page. */
export type PostKey = [postedOn: CalendarDate, postedAt: string, taskId: number]

/** A post as it is stored. Images are keys of files in the file store. */
export interface PostRow extends Record<Platform, boolean> {
  _id: string
  taskId: number
  companyProfileId: string
  companyName: string
  timeZone: string
  title: string
  doneTaskImage: string | null
  doneTaskThumbnail: StoredThumbnail | null
  postedAt: string
  postedOn: CalendarDate
  postLinks: PostLinks
  caption: string
  fileCount: number
  alternativeText: string
  approval: PostApproval | null
}

export const postKeyOf = ({ postedOn, postedAt, taskId }: Pick<PostRow, 'postedOn' | 'postedAt' | 'taskId'>): PostKey => [
  postedOn,
  postedAt,
  taskId,
]

/** A search of all companies compares this many posts one by one for each page, before it uses the trigram indexes. */
const SCAN_MAX = 5_000

const IDS_AT_ONCE = 500

const newestFirst = (table: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.posted_on`)} desc, ${sql.ref(`${table}.posted_at`)} desc, ${sql.ref(`${table}.task_id`)} desc`

const titleMatches = (patterns: readonly string[]) => matchesAll(sql`normalize_for_search(task.title)`, patterns)
const captionMatches = (patterns: readonly string[]) => sql`caption <> '' and ${matchesAll(sql`normalize_for_search(caption)`, patterns)}`

/** SQL condition: the post has the number, or all words in its title or in its approved caption. */
function isFound(search: string | undefined): RawBuilder<unknown> {
  const [number, patterns] = [taskNumberIn(search), patternsOf(search)]
  if (!patterns) return sql`true`
  return sql`(
    ${number === undefined ? sql`false` : sql`task.task_id = ${number}`} or ${titleMatches(patterns)} or exists (
      select from preview
      where preview.task_id = task.id and number = task.approved_preview_number and ${captionMatches(patterns)}))`
}

/** SQL condition: the task was posted in the month and on the platform of the filter, and comes after the key in the list. */
function isListed({ month, platform }: PostFilter, after: PostKey | undefined): RawBuilder<unknown> {
  const firstDay = sql`${`${month}-01`}::date`
  return sql`task.posted_at is not null
    and ${month ? sql`task.posted_on >= ${firstDay} and task.posted_on < (${firstDay} + interval '1 month')::date` : sql`true`}
    and ${platform ? sql.ref(`task.${platform}`) : sql`true`}
    and ${after ? sql`(task.posted_on, task.posted_at, task.task_id) < (${after[0]}, ${after[1]}, ${after[2]})` : sql`true`}`
}

const placeColumns = sql`task.id, task.posted_on, task.posted_at, task.task_id`

/** SQL query for the keys of posts, newest first. Reads the index of the posts of all companies, or of each company. */
function inOrder(filter: PostFilter, after: PostKey | undefined, limit: number): RawBuilder<unknown> {
  const { companyId, managerId, search } = filter
  const ofCompany = (company: RawBuilder<unknown>) => sql`
    select ${placeColumns} from task where ${company} and ${isListed(filter, after)} and ${isFound(search)}
    order by ${newestFirst('task')} limit ${limit}`
  if (companyId !== undefined)
    return ofCompany(sql`task.company_id = ${companyId} and ${managerCondition(managerId, sql`task.company_id`)}`)
  if (managerId === undefined) return ofCompany(sql`true`)
  return sql`
    select post.id, post.posted_on, post.posted_at, post.task_id from unnest(array${companiesManagedBy(managerId)}) as managed (company_id)
      cross join lateral (${ofCompany(sql`task.company_id = managed.company_id`)}) as post
    order by ${newestFirst('post')} limit ${limit}`
}

/** SQL query like `inOrder`, which tests only the first `SCAN_MAX` posts. For common words, this is faster than the trigram indexes. */
const scanned = (filter: PostFilter, after: PostKey | undefined, limit: number): RawBuilder<unknown> => sql`
  select ${placeColumns} from (
    select ${placeColumns}, task.title, task.approved_preview_number from task where ${isListed(filter, after)}
    order by ${newestFirst('task')} limit ${SCAN_MAX}
  ) as task where ${isFound(filter.search)} order by ${newestFirst('task')} limit ${limit}`

/** SQL query like `inOrder`, which first finds all posts with the words. For rare words, this is faster than a scan. */
function byWords(filter: PostFilter, patterns: readonly string[], after: PostKey | undefined, limit: number): RawBuilder<unknown> {
  return sql`
    with found as materialized (
      select id from task where ${titleMatches(patterns)}
      union select task_id from preview where ${captionMatches(patterns)}
      union select id from task where task_id = ${taskNumberIn(filter.search) ?? null}
    )
    select ${placeColumns} from task
    where id = any (array(select id from found)) and ${isListed(filter, after)} and ${isFound(filter.search)}
    order by ${newestFirst('task')} limit ${limit}`
}

/** SQL query for the last approval of a task's posted version, as JSON. */
const approval = sql`
  select json_build_object(
    'at', body ->> 'at', 'role', body ->> 'role', 'channel', body ->> 'channel', 'decider', subject.email, 'deciderName', subject.name,
    'isAcceptedByAdmin', coalesce(decision.confirmed_by = 'admin', false)) as approval
  from (
    select number, company_id, decision_id, body::json as body from decision_record where decision_record.task_id = task.id
  ) as record
    left join record_subject as subject on subject.company_id = record.company_id and subject_hash = body ->> 'decider'
    left join decision on decision.id = record.decision_id
  where record.company_id = task.company_id
    and body ->> 'kind' = 'approve' and (body ->> 'version')::integer = task.approved_preview_number
  order by record.number desc limit 1`

const fields = [
  ...(['_id', 'taskId', 'companyProfileId', 'title', 'doneTaskImage', 'doneTaskThumbnail', 'postedAt', 'postedOn', 'postLinks'] as const),
  ...platforms,
]

/** Returns the posts with the keys that a query selects, newest first. The limits in the subqueries make Postgres use their indexes. */
async function postsAt(db: Kysely<Tables>, keys: RawBuilder<unknown>): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select ${selectionText(fields)}, company.name as "companyName", coalesce(profile ->> 'timeZone', '') as "timeZone",
      coalesce(caption, '') as caption, "fileCount", coalesce("alternativeText", '') as "alternativeText", approval
    from (${keys}) as place
      join task on task.id = place.id
      join company on company.id = task.company_id
      left join lateral (
        select id, caption from preview where task_id = task.id and number = task.approved_preview_number limit 1
      ) as preview on true
      cross join lateral (
        select count(*)::integer as "fileCount", (array_agg(alternative_text order by position))[1] as "alternativeText"
        from preview_file where preview_id = preview.id
      ) as files
      left join lateral (${approval}) as approved on true
    order by ${newestFirst('place')}`.execute(db)
  return rows
}

async function countIn(db: Kysely<Tables>, keys: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${keys}) as place`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns a page of posts as `read` reads it from a query for their keys. A search of all companies first scans the newest posts. If the
 * scan neither fills the page nor reaches the end of the list, the words are rare, and the trigram indexes find their posts.
 */
async function pageOf<Row>(
  db: Kysely<Tables>,
  { filter, after, limit }: { filter: PostFilter; after: PostKey | undefined; limit: number },
  read: (db: Kysely<Tables>, keys: RawBuilder<unknown>) => Promise<Row[]>,
): Promise<Row[]> {
  const { companyId, managerId, search, ...others } = filter
  const patterns = companyId === undefined && managerId === undefined ? patternsOf(search) : undefined
  if (!patterns) return read(db, inOrder(filter, after, limit))
  const newest = await read(db, scanned(filter, after, limit))
  if (newest.length === limit || (await countIn(db, inOrder(others, after, SCAN_MAX))) < SCAN_MAX) return newest
  return read(db, byWords(filter, patterns, after, limit))
}

/** Returns the posts after a key, newest first. */
export const findPosts = (db: Kysely<Tables>, filter: PostFilter, after: PostKey | undefined, limit: number): Promise<PostRow[]> =>
  pageOf(db, { filter, after, limit }, postsAt)

/** Returns the posts of these tasks that are still posted, newest first. */
export const findPostsOf = (db: Kysely<Tables>, ids: readonly string[]): Promise<PostRow[]> =>
  postsAt(db, sql`select ${placeColumns} from task where id = any(${ids}::uuid[]) and posted_at is not null`)

type PlacedPost = Pick<PostRow, '_id' | 'postedOn' | 'postedAt' | 'taskId'>

async function placesAt(db: Kysely<Tables>, keys: RawBuilder<unknown>): Promise<PlacedPost[]> {
  const { rows } = await sql<PlacedPost>`
    select id as "_id", posted_on as "postedOn", posted_at as "postedAt", task_id as "taskId" from (${keys}) as place
    order by ${newestFirst('place')}`.execute(db)
  return rows
}

/** Returns the ids of the first `max` posts, newest first. Reads them page by page. */
export async function findPostIds(db: Kysely<Tables>, filter: PostFilter, max: number): Promise<string[]> {
  const ids: string[] = []
  for (let after: PostKey | undefined; ids.length < max; ) {
    const page = await pageOf(db, { filter, after, limit: Math.min(IDS_AT_ONCE, max - ids.length) }, placesAt)
    ids.push(...page.map(({ _id }) => _id))
    const last = page.at(-1)
    if (!last || page.length < IDS_AT_ONCE) break
    after = postKeyOf(last)
  }
  return ids
}

/** A file of a post, with the facts in its name. */
export interface PostFileRow extends Record<Platform, boolean> {
  taskId: number
  title: string
  postedOn: CalendarDate
  companyName: string
  key: string
  bytes: number
  mediaType: string
}

/** Returns the first `limit` files of these tasks' posts, newest post first, each post's files in their order. */
export async function findPostFiles(db: Kysely<Tables>, ids: readonly string[], limit: number): Promise<PostFileRow[]> {
  const { rows } = await sql<PostFileRow>`
    select ${selectionText(['taskId', 'title', 'postedOn', ...platforms])}, company.name as "companyName", key, bytes, "mediaType"
    from task
      join company on company.id = task.company_id
      cross join lateral (
        select key, bytes, media_type as "mediaType", position from preview join preview_file on preview_id = preview.id
        where task_id = task.id and number = task.approved_preview_number limit ${limit}
      ) as file
    where task.id = any(${ids}::uuid[]) and posted_at is not null
    order by ${newestFirst('task')}, position limit ${limit}`.execute(db)
  return rows
}
