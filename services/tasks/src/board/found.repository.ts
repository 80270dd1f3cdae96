import { FOUND_MAX, type FoundCompany, type FoundTask } from '@app/contracts/http/board-search.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { managerCondition } from './managed.ts'
import { matchesAll } from './search.ts'

/** A search of all companies, or of those of an account manager. */
export interface Search {
  db: Kysely<Tables>
  managerId: string | undefined
}

/** SQL condition: the company is searched. */
const isSearched = ({ managerId }: Search, companyId: RawBuilder<unknown>) => managerCondition(managerId, companyId)

/** Number of the newest tasks whose titles are compared one by one, without the trigram index. */
const NEWEST = 5_000

/** Maximum number of results of the trigram index that the query sorts. The query ignores further results. */
const SORTED_MAX = 2_000

/** The number of a task has at most this many digits. */
const DIGITS_MAX = 15

export async function companiesNamed(search: Search, patterns: readonly string[]): Promise<FoundCompany[]> {
  const { rows } = await sql<FoundCompany>`
    select id as "_id", name as "companyName" from company
    where ${matchesAll(sql`normalize_for_search(name)`, patterns)} and ${isSearched(search, sql`id`)}
    order by lower(name), id limit ${FOUND_MAX}`.execute(search.db)
  return rows
}

/** Returns the companies whose phone number contains these digits, however the number is written, by name. */
export async function companiesWithPhone(search: Search, digits: string): Promise<FoundCompany[]> {
  const { rows } = await sql<FoundCompany>`
    select id as "_id", name as "companyName", profile ->> 'phone' as phone from company
    where regexp_replace(coalesce(profile ->> 'phone', ''), '[^0-9]', '', 'g') like ${`%${digits}%`}
      and ${isSearched(search, sql`id`)}
    order by lower(name), id limit ${FOUND_MAX}`.execute(search.db)
  return rows
}

/** Returns the companies whose owner signs in with a matching address, by name. With `inProfile`, also searches the addresses in profiles. */
export async function companiesWithEmail(search: Search, patterns: readonly string[], inProfile: boolean): Promise<FoundCompany[]> {
  const { rows } = await sql<FoundCompany>`
    with signing_in as materialized (
      select owner_id, email from owner_address where ${matchesAll(sql`normalize_for_search(email)`, patterns)} limit ${SORTED_MAX}
    ), matching as (
      select company.id, signing_in.email from signing_in join company on company.owner_id = signing_in.owner_id
      union all
      select id, profile ->> 'email' from company
      where ${inProfile} and ${matchesAll(sql`normalize_for_search(coalesce(profile ->> 'email', ''))`, patterns)}
    )
    select company.id as "_id", name as "companyName", min(matching.email) as email
    from matching join company on company.id = matching.id where ${isSearched(search, sql`company.id`)}
    group by company.id order by lower(name), company.id limit ${FOUND_MAX}`.execute(search.db)
  return rows
}

const columns = sql`task_id, title, status, company_id`

/** Returns the first tasks of a query in an order. `before` contains the common table expressions of the query. */
async function foundTasks({ db }: Search, tasks: RawBuilder<unknown>, order: RawBuilder<unknown>, before = sql``): Promise<FoundTask[]> {
  const { rows } = await sql<FoundTask>`
    ${before} select task_id as "taskId", title, status as "currentStatus", company.name as "companyName"
    from (${tasks}) as found join company on company.id = found.company_id
    order by ${order} limit ${FOUND_MAX}`.execute(db)
  return rows
}

/** Returns the ranges of the numbers that start with the digits of `number`: for 12, these are 12, 120 to 129, 1200 to 1299 and so on. */
function rangesOf(number: number): [first: number, last: number][] {
  const ranges: [number, number][] = []
  for (let size = 1; number > 0 && String(number * size).length <= DIGITS_MAX; size *= 10)
    ranges.push([number * size, number * size + size - 1])
  return ranges
}

/** Returns the tasks whose number starts with the digits of `number`, lowest number first. Each range is a scan of the index of numbers. */
export async function tasksNumbered(search: Search, number: number): Promise<FoundTask[]> {
  const selects = rangesOf(number).map(
    ([first, last]) =>
      sql`(select ${columns} from task where task_id between ${first} and ${last} and ${isSearched(search, sql`company_id`)} order by task_id limit ${FOUND_MAX})`,
  )
  return selects.length === 0 ? [] : foundTasks(search, sql.join(selects, sql` union all `), sql`task_id`)
}

const titleMatches = (patterns: readonly string[]) => matchesAll(sql`normalize_for_search(title)`, patterns)

/** Searches the newest tasks, newest first. */
export const newestTasksTitled = (search: Search, patterns: readonly string[]): Promise<FoundTask[]> =>
  foundTasks(
    search,
    sql`
      select ${columns} from (select ${columns} from task order by task_id desc limit ${NEWEST}) as newest
      where ${titleMatches(patterns)} and ${isSearched(search, sql`company_id`)} order by task_id desc limit ${FOUND_MAX}`,
    sql`task_id desc`,
  )

/**
 * Searches all tasks with the trigram index, newest first. If the index finds more than `SORTED_MAX` tasks, newer ones may be missing. The
 * materialized query has no limit. With a limit, Postgres might scan the table instead of the index.
 */
export const tasksTitled = (search: Search, patterns: readonly string[]): Promise<FoundTask[]> =>
  foundTasks(
    search,
    sql`select ${columns} from matching limit ${SORTED_MAX}`,
    sql`task_id desc`,
    sql`with matching as materialized (select ${columns} from task where ${titleMatches(patterns)} and ${isSearched(search, sql`company_id`)})`,
  )

/** Number of the newest tasks whose captions are compared one by one. Captions are longer than titles. */
const NEWEST_WITH_CAPTION = 2_000

const captionMatches = (patterns: readonly string[]) => sql`caption <> '' and ${matchesAll(sql`normalize_for_search(caption)`, patterns)}`

/** Searches the captions of all previews and drafts of the newest tasks, newest first. */
export const newestTasksCaptioned = (search: Search, patterns: readonly string[]): Promise<FoundTask[]> =>
  foundTasks(
    search,
    sql`
      select ${columns} from (select id, ${columns} from task order by task_id desc limit ${NEWEST_WITH_CAPTION}) as newest
      where exists (select from preview where preview.task_id = newest.id and ${captionMatches(patterns)})
        and ${isSearched(search, sql`company_id`)}
      order by task_id desc limit ${FOUND_MAX}`,
    sql`task_id desc`,
  )

/** Searches the captions of all previews and drafts with the trigram index, newest first. Has the same limit as `tasksTitled`. */
export const tasksCaptioned = (search: Search, patterns: readonly string[]): Promise<FoundTask[]> =>
  foundTasks(
    search,
    sql`
      select ${columns} from task
      where id in (select task_id from matching limit ${SORTED_MAX}) and ${isSearched(search, sql`company_id`)}`,
    sql`task_id desc`,
    sql`with matching as materialized (select task_id from preview where ${captionMatches(patterns)})`,
  )
