import type { countBoard as contract } from '@app/contracts/http/board.ts'
import { sql } from 'kysely'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { type CountColumns, toCounts } from './task-counts.ts'

type Counted = Type.Static<(typeof contract.schema.response)[200]>

/** Returns the number of tasks of all companies by status. */
export async function countBoard({ db }: TasksDeps): Promise<Counted> {
  const { rows } = await sql<CountColumns>`
    select coalesce(sum(pending), 0) as pending, coalesce(sum(roll_back), 0) as "rollBack", coalesce(sum(approved), 0) as approved,
      coalesce(sum(posted), 0) as posted
    from task_counts`.execute(db)
  const [total] = rows
  if (!total) throw new Error('The sum of the task counts returned no row')
  return { tasks: toCounts(total) }
}
