import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { hasAll } from './search.ts'
import { type Key, orders } from './task-order.ts'
import { firstKeysOf, type Page, selectEach, type TaskPlace, unionOf } from './task-page.repository.ts'

/** So many tasks of a status are looked at in their order: words that one in fifty has fill a page of a hundred by that. */
const LOOKED_AT = 5_000

interface Judged extends TaskPlace {
  matches: boolean
  /** It is the last one that was looked at, and there may be more. */
  isLast: boolean
}

/** All that a page chooses and sorts by. */
const sortable = sql`status, task_id, company_id, submission_for_review, target_posting_date, recurrence_start_date`

const inTitle = (patterns: readonly string[]) => hasAll(sql`normalize_for_search(title)`, patterns)

/** Companies whose name has the words. */
const named = (patterns: readonly string[]) =>
  sql`named as materialized (select id from company where ${hasAll(sql`normalize_for_search(name)`, patterns)})`

/** Looks at tasks in their order: quick for words that many have, which an index by words finds too many of. */
async function lookAt(db: Kysely<Tables>, page: Page, patterns: readonly string[]): Promise<Judged[]> {
  const selects = selectEach(page, sql`task`, LOOKED_AT, sql`, title, company_id`).map(
    (looked) => sql`(
      select status, first, "taskId", matches, nth = ${LOOKED_AT} as "isLast" from (
        select status, first, "taskId", row_number() over () as nth,
          ${inTitle(patterns)} or company_id in (select id from named) as matches
        from ${looked} as looked
      ) as judged where matches or nth = ${LOOKED_AT} order by nth limit ${page.limit})`,
  )
  if (selects.length === 0) return []
  return (await sql<Judged>`with ${named(patterns)} ${unionOf(selects)}`.execute(db)).rows
}

/** Finds tasks by an index, and puts them in order then: quick for words that few have. */
async function lookUp(db: Kysely<Tables>, page: Page, patterns: readonly string[]): Promise<TaskPlace[]> {
  const selects = selectEach(page, sql`found`, page.limit)
  const { rows } = await sql<TaskPlace>`
    with ${named(patterns)}, found as materialized (
      select ${sortable} from task
      where ${inTitle(patterns)} or company_id = any (array(select id from named))
    ) ${unionOf(selects)}`.execute(db)
  return rows
}

/**
 * The sort keys of a page of those that have all words in their title, or in their company's name. Tasks are looked at first, and where
 * that does not fill the page, looked up: so no words cost more than an index finds of what one in fifty has.
 */
export async function keysWithWords(db: Kysely<Tables>, page: Page, patterns: readonly string[]): Promise<Key[]> {
  const found: TaskPlace[] = []
  const turns = orders[page.sort].turns(page.statuses)
  for (const [turn, statuses] of turns.entries()) {
    const judged = Map.groupBy(await lookAt(db, { ...page, statuses }, patterns), ({ status }) => status)
    const unfinished: TaskStatus[] = []
    for (const [status, seen] of judged) {
      const matching = seen.filter(({ matches }) => matches)
      if (matching.length < page.limit && seen.some(({ isLast }) => isLast)) unfinished.push(status)
      else found.push(...matching)
    }
    if (unfinished.length > 0) {
      found.push(...(await lookUp(db, { ...page, statuses: [...unfinished, ...turns.slice(turn + 1).flat()] }, patterns)))
      break
    }
    if (found.length >= page.limit) break
  }
  return firstKeysOf(page, found)
}

/** The sort key of the task of this number, if it is one of those. */
export async function keyWithNumber(db: Kysely<Tables>, page: Page, number: number): Promise<Key[]> {
  const selects = selectEach(page, sql`(select ${sortable} from task where task_id = ${number}) as numbered`, 1)
  if (selects.length === 0) return []
  return firstKeysOf(page, (await sql<TaskPlace>`${unionOf(selects)}`.execute(db)).rows)
}
