import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type TaskRow, taskColumns } from './task-row.ts'

interface Given {
  companyId: string
  /** Null for admins, who see every company. */
  ownerId: string | null
  /** The `taskId` to go on below. */
  before: number
  limit: number
}

/** Stands for a value of `Given` in the statement. */
const mark = <K extends keyof Given>(name: K) => sql<Given[K]>`${name}`

/**
 * The statement that lists a company's tasks, newest first, and none to an owner whose company it is not. It is put
 * together once: building and compiling it again costs each request of 100 tasks a twentieth of its time (measured).
 */
export function prepareTaskList(db: Kysely<Tables>): (given: Given) => Promise<TaskRow[]> {
  const statement = db
    .selectFrom('task')
    .select(taskColumns)
    .where('company_id', '=', mark('companyId'))
    .where('task_id', '<', mark('before'))
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`${mark('ownerId')}::uuid is null`,
        exists(
          selectFrom('company').select('company.id').where('company.id', '=', mark('companyId')).where('owner_id', '=', mark('ownerId')),
        ),
      ]),
    )
    .orderBy('task_id', 'desc')
    .limit(mark('limit'))
    .compile()

  return async (given) => {
    const parameters = statement.parameters.map((name) => given[name as keyof Given])
    const filled: typeof statement = { ...statement, parameters }
    return (await db.executeQuery(filled)).rows
  }
}
