import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { companiesManagedBy } from './managed.ts'
import { matchesAll } from './search.ts'
import { type Key, orders } from './task-order.ts'
import { firstKeysOf, type Page, selectEach, type TaskPlace, unionOf } from './task-page.repository.ts'
import { unconfirmedCompanies } from './unconfirmed.ts'

/** Maximum number of tasks per status that are scanned in sort order. If 1 in 50 tasks matches, the scan fills a page of 100. */
const SCAN_MAX = 5_000

interface ScannedTask extends TaskPlace {
  matches: boolean
  /** Whether the scan stopped at this task because it reached `SCAN_MAX`. More tasks may follow. */
  isLast: boolean
}

const dates = sql`submission_for_review, posted_on, target_posting_date, occurrence_date, recurrence_start_date`

/**
 * The columns that `selectEach` needs. `rollbacks` contains all earlier referrals of a task and can be long. So this column is selected
 * only if the query needs the turns of the tasks, to filter by turn or to sort by due date.
 */
const selectable = ({ sort, turn, reach }: Page) =>
  sql`status, task_id, company_id, ${dates}${sort === 'due' || turn ? sql`, done_task_image, rollbacks` : sql``}${
    reach ? sql`, id, preview_number, email_bounced` : sql``
  }`

const titleMatches = (patterns: readonly string[]) => matchesAll(sql`normalize_for_search(title)`, patterns)

const companiesNamed = (patterns: readonly string[]) =>
  sql`(select id from company where ${matchesAll(sql`normalize_for_search(name)`, patterns)})`

const named = (patterns: readonly string[]) => sql`named as materialized ${companiesNamed(patterns)}`

/** SQL condition: the task has all words in its title or in its company's name. */
const hasWords = (patterns: readonly string[]) => sql`(${titleMatches(patterns)} or company_id in ${companiesNamed(patterns)})`

/** Tests tasks in sort order. For common words, this is faster than the trigram index, which would return too many tasks. */
async function scanInOrder(db: Kysely<Tables>, page: Page, patterns: readonly string[]): Promise<ScannedTask[]> {
  const selects = selectEach(page, sql`task`, SCAN_MAX, sql`, title, company_id`).map(
    (scanned) => sql`(
      select status, first, "taskId", matches, nth = ${SCAN_MAX} as "isLast" from (
        select status, first, "taskId", row_number() over () as nth,
          ${titleMatches(patterns)} or company_id in (select id from named) as matches
        from ${scanned} as scanned
      ) as tested where matches or nth = ${SCAN_MAX} order by nth limit ${page.limit})`,
  )
  if (selects.length === 0) return []
  return (await sql<ScannedTask>`with ${named(patterns)} ${unionOf(selects)}`.execute(db)).rows
}

/** Finds tasks with the trigram index and then sorts them. For rare words, this is faster than a scan. */
async function searchByIndex(db: Kysely<Tables>, page: Page, patterns: readonly string[]): Promise<TaskPlace[]> {
  const selects = selectEach(page, sql`found`, page.limit)
  const { rows } = await sql<TaskPlace>`
    with ${named(patterns)}, found as materialized (
      select ${selectable(page)} from task
      where ${titleMatches(patterns)} or company_id = any (array(select id from named))
    ) ${unionOf(selects)}`.execute(db)
  return rows
}

/**
 * Returns the sort keys of a page of tasks that have all words in their title or in their company's name. First scans tasks in sort order.
 * If the scan does not fill the page, the trigram index finds the tasks of the remaining statuses.
 */
export async function keysWithWords(db: Kysely<Tables>, page: Page, patterns: readonly string[]): Promise<Key[]> {
  const found: TaskPlace[] = []
  const statusGroups = orders[page.sort].statusGroups(page.statuses)
  for (const [at, statuses] of statusGroups.entries()) {
    const byStatus = Map.groupBy(await scanInOrder(db, { ...page, statuses }, patterns), ({ status }) => status)
    const unfinished: TaskStatus[] = []
    for (const [status, scanned] of byStatus) {
      const matching = scanned.filter(({ matches }) => matches)
      if (matching.length < page.limit && scanned.some(({ isLast }) => isLast)) unfinished.push(status)
      else found.push(...matching)
    }
    if (unfinished.length > 0) {
      found.push(...(await searchByIndex(db, { ...page, statuses: [...unfinished, ...statusGroups.slice(at + 1).flat()] }, patterns)))
      break
    }
    if (found.length >= page.limit) break
  }
  return firstKeysOf(page, found)
}

/**
 * Returns the keys of a page of tasks of few companies. First finds these tasks by their company, because a scan in sort order would read
 * the tasks of all other companies. `companies` is an SQL subquery of their ids. `patterns` select the tasks that have all words in their
 * title or in their company's name.
 */
async function keysOfCompanies(
  db: Kysely<Tables>,
  page: Page,
  companies: RawBuilder<unknown>,
  patterns?: readonly string[],
): Promise<Key[]> {
  const selects = selectEach(page, sql`found`, page.limit)
  if (selects.length === 0) return []
  const { rows } = await sql<TaskPlace>`
    with found as materialized (
      select ${selectable(page)} from task
      where company_id = any (array${companies}) and status = any (${page.statuses}::text[]) and ${patterns ? hasWords(patterns) : sql`true`}
    ) ${unionOf(selects)}`.execute(db)
  return firstKeysOf(page, rows)
}

/** Returns the keys of a page of tasks of unconfirmed accounts, whose quota limits the number of the tasks. */
export const keysOfUnconfirmed = (db: Kysely<Tables>, { unconfirmed: _, ...page }: Page): Promise<Key[]> =>
  keysOfCompanies(db, page, unconfirmedCompanies)

/** Returns the keys of a page of tasks of an account manager's companies. */
export const keysOfManager = (
  db: Kysely<Tables>,
  { managerId, ...page }: Page & { managerId: string },
  patterns?: readonly string[],
): Promise<Key[]> => keysOfCompanies(db, page, companiesManagedBy(managerId), patterns)

/** SQL condition: the task has open findings. */
const hasFindings = sql`id in (select task_findings.task_id from task_findings)`

/**
 * Returns the keys of a page of tasks with open findings. First finds all of these tasks, which are few: drafts, and previews that wait for
 * owners.
 */
export async function keysWithFindings(db: Kysely<Tables>, page: Page, patterns?: readonly string[]): Promise<Key[]> {
  const selects = selectEach(page, sql`found`, page.limit)
  if (selects.length === 0) return []
  const { rows } = await sql<TaskPlace>`
    with found as materialized (
      select ${selectable(page)} from task where ${hasFindings} and ${patterns ? hasWords(patterns) : sql`true`}
    ) ${unionOf(selects)}`.execute(db)
  return firstKeysOf(page, rows)
}

/** Returns the key of the task with this number if the task matches the filters of the page. Otherwise the array is empty. */
export async function keyWithNumber(db: Kysely<Tables>, page: Page, number: number): Promise<Key[]> {
  const findings = page.findings ? hasFindings : sql`true`
  const selects = selectEach(page, sql`(select ${selectable(page)} from task where task_id = ${number} and ${findings}) as numbered`, 1)
  if (selects.length === 0) return []
  return firstKeysOf(page, (await sql<TaskPlace>`${unionOf(selects)}`.execute(db)).rows)
}
