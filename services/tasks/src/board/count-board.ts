import { type countBoard as contract, LAUNCH_COUNT_MAX } from '@app/contracts/http/board.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { dueForLaunch } from './due-for-launch.ts'
import { managerCondition } from './managed.ts'
import { type CountColumns, toCounts } from './task-counts.ts'
import { unconfirmedCompanies } from './unconfirmed.ts'

type Counted = Type.Static<(typeof contract.schema.response)[200]>

/** SQL of the sums of these rows of `task_counts`, and of the numbers of tasks that are due for launch, and that have open findings. */
const sums = (rows: RawBuilder<unknown>, launch: RawBuilder<unknown>, findings: RawBuilder<unknown>) => sql`
  select coalesce(sum(pending), 0) as pending, coalesce(sum(roll_back), 0) as "rollBack", coalesce(sum(approved), 0) as approved,
    coalesce(sum(posted), 0) as posted, coalesce(sum(with_client), 0) as "withOwner", count(*) as companies,
    count(*) filter (where open_tasks + posted > 0) as "companiesWithTasks",
    ${launch} as launch, ${findings} as findings
  from ${rows}`

type Sums = CountColumns & { withOwner: number; companies: number; companiesWithTasks: number }

const toTurns = ({ pending, withOwner }: Sums) => ({ admin: pending - withOwner, owner: withOwner })

/**
 * Returns the number of tasks of all companies by status, by turn, due for launch, and with open findings, and which part of them belongs
 * to unconfirmed accounts. `managerId` selects the companies of an account manager.
 */
export async function countBoard(deps: TasksDeps, managerId: string | undefined): Promise<Counted> {
  const isDue = await dueForLaunch(deps)
  const isManaged = managerCondition(managerId, sql`company_id`)
  const due = sql`(
    select count(*) from (select from task where ${isDue} and ${isManaged} limit ${LAUNCH_COUNT_MAX}) as due
  )`
  const found = sql`(
    select count(*) from (select from task_findings where ${isManaged} limit ${LAUNCH_COUNT_MAX}) as found
  )`
  const { rows } = await sql<Sums & { launch: number; findings: number }>`
    ${sums(sql`task_counts where ${isManaged}`, due, found)}
    union all
    ${sums(sql`task_counts where company_id in ${unconfirmedCompanies} and ${isManaged}`, sql`0`, sql`0`)}`.execute(deps.db)
  const [total, unconfirmed] = rows
  if (!total || !unconfirmed) throw new Error('The sums of the task counts returned no row')
  const { companies, companiesWithTasks } = unconfirmed
  return {
    tasks: toCounts(total),
    turns: toTurns(total),
    launch: total.launch,
    findings: total.findings,
    unconfirmed: { tasks: toCounts(unconfirmed), turns: toTurns(unconfirmed), companies, companiesWithTasks },
  }
}
