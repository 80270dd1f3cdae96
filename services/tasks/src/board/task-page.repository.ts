import type { TaskSort, Turn } from '@app/contracts/http/board.ts'
import type { PreviewEmailState } from '@app/contracts/http/waiting.ts'
import type { TaskStatus } from '@app/contracts/rules/task-status.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { turn as turnOfTask } from './days.ts'
import { emailStateConditions } from './email-state-conditions.ts'
import { managerCondition } from './managed.ts'
import { type Key, orders } from './task-order.ts'
import { accountCondition } from './unconfirmed.ts'

export interface Page {
  statuses: readonly TaskStatus[]
  companyId?: string
  /** The turn of the Pending tasks that are selected. `statuses` then contains only `Pending`. */
  turn?: Turn
  /** The state of the emails about the previews that are selected. Only for the turn `owner`. */
  reach?: PreviewEmailState
  /** Only tasks of unconfirmed accounts; false: only tasks of the other accounts. */
  unconfirmed?: boolean
  /** Only tasks of companies with this account manager. */
  managerId?: string
  /** Only tasks with open findings. */
  findings?: boolean
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
 * Maximum number of tasks of one status that a filter by the state of the email reads. The filter reads the links of each of these tasks.
 */
export const REACH_MAX = 5_000

/**
 * Returns one `select` of at most `max` tasks for each status. In the table `task`, each `select` is an index scan. `more` contains further
 * columns.
 */
export function selectEach(
  { statuses, companyId, turn, reach, unconfirmed, managerId, sort, after }: Page,
  from: RawBuilder<unknown>,
  max: number,
  more = sql``,
) {
  const { first, by, after: isAfter } = orders[sort]
  return statuses.flatMap((status) => {
    const rest = after ? isAfter(after, status) : sql`true`
    if (!rest) return []
    const ordered = (columns: RawBuilder<unknown>, condition: RawBuilder<unknown>, limit: number) => sql`
      select status, ${first(status)} as first, task_id as "taskId"${more}${columns} from ${from}
      where status = ${sql.lit(status)} and ${rest}
        and ${companyId ? sql`company_id = ${companyId}` : sql`true`} and ${accountCondition(unconfirmed, sql`company_id`)}
        and ${managerCondition(managerId, sql`company_id`)} and ${turn ? sql`${turnOfTask} = ${turn}` : sql`true`} and ${condition}
      order by ${by} limit ${limit}`
    // An index contains the tasks whose email bounced. The other states are computed for each task, so the number of tasks is limited.
    if (!reach || reach === 'bounced') return sql`(${ordered(sql``, reach ? emailStateConditions[reach] : sql`true`, max)})`
    const linked = ordered(sql`, id, preview_number, email_bounced`, sql`true`, REACH_MAX)
    return sql`(
      select status, first, "taskId"${more} from (${linked}) as waiting where ${emailStateConditions[reach]}
      order by first, "taskId" limit ${max})`
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
