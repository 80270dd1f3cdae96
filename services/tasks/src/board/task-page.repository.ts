import type { TaskSort, Turn } from '@app/contracts/http/board.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { turn as turnOfTask } from './days.ts'
import { type Key, orders } from './task-order.ts'

export interface Page {
  statuses: readonly TaskStatus[]
  companyId?: string
  /** The turn of the Pending tasks that are selected. `statuses` then contains only `Pending`. */
  turn?: Turn
  sort: TaskSort
  after?: Key
  limit: number
}

export interface TaskPlace {
  status: TaskStatus
  first: string | number
  taskId: number
}

/**
 * Returns one `select` of at most `max` tasks for each status. In the table `task`, each `select` is an index scan. `more` contains further
 * columns.
 */
export function selectEach({ statuses, companyId, turn, sort, after }: Page, from: RawBuilder<unknown>, max: number, more = sql``) {
  const { first, by, after: isAfter } = orders[sort]
  return statuses.flatMap((status) => {
    const rest = after ? isAfter(after, status) : sql`true`
    if (!rest) return []
    return sql`(
      select status, ${first(status)} as first, task_id as "taskId"${more} from ${from}
      where status = ${sql.lit(status)} and ${rest}
        and ${companyId ? sql`company_id = ${companyId}` : sql`true`}
        and ${turn ? sql`${turnOfTask} = ${turn}` : sql`true`}
      order by ${by} limit ${max})`
  })
}

export const unionOf = (selects: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(selects, sql` union all `)

export const firstKeysOf = ({ sort, limit }: Page, placed: readonly TaskPlace[]): Key[] =>
  placed
    .map(({ first, taskId }): Key => [first, taskId])
    .sort(orders[sort].compare)
    .slice(0, limit)

export async function keysOfPage(db: Kysely<Tables>, page: Page): Promise<Key[]> {
  const selects = selectEach(page, sql`task`, page.limit)
  if (selects.length === 0) return []
  const { rows } = await sql<TaskPlace>`${unionOf(selects)}`.execute(db)
  return firstKeysOf(page, rows)
}
