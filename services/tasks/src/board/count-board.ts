import { type countBoard as contract, LAUNCH_COUNT_MAX } from '@app/contracts/http/board.ts'
import { todayIn } from '@app/contracts/rules/business-dates.ts'
import { sql } from 'kysely'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { dueDay } from './days.ts'
import { type CountColumns, toCounts } from './task-counts.ts'

type Counted = Type.Static<(typeof contract.schema.response)[200]>

/** Returns the number of tasks of all companies by status, by turn, and due for launch. */
export async function countBoard({ db, timeZone, now }: TasksDeps): Promise<Counted> {
  const today = todayIn(timeZone, now())
  const { rows } = await sql<CountColumns & { withOwner: number; launch: number }>`
    select coalesce(sum(pending), 0) as pending, coalesce(sum(roll_back), 0) as "rollBack", coalesce(sum(approved), 0) as approved,
      coalesce(sum(posted), 0) as posted, coalesce(sum(with_client), 0) as "withOwner", (
        select count(*) from (select from task where status = 'Approved' and ${dueDay} <= ${today} limit ${LAUNCH_COUNT_MAX}) as due
      ) as launch
    from task_counts`.execute(db)
  const [total] = rows
  if (!total) throw new Error('The sum of the task counts returned no row')
  const { pending, withOwner, launch } = total
  return { tasks: toCounts(total), turns: { admin: pending - withOwner, owner: withOwner }, launch }
}
