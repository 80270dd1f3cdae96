import { requireCompany } from '@app/chassis/companies/own-company.ts'
import { ownerIdOf, type Reader } from '@app/chassis/http/auth.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { prepareTaskList } from './list-statement.ts'
import { toTask } from './task-row.ts'

interface Page {
  limit: number
  before?: number
}

/** Lists a company's tasks, newest first. Only an empty list needs a second look: is the company there, and the caller's? */
export function prepareListTasks(deps: TasksDeps): (reader: Reader, companyId: string, page: Page) => Promise<Task[]> {
  const rowsOf = prepareTaskList(deps.db)
  return async (reader, companyId, { limit, before = Number.MAX_SAFE_INTEGER }) => {
    const rows = await rowsOf({ companyId, ownerId: ownerIdOf(reader) ?? null, before, limit })
    if (rows.length === 0) await requireCompany(deps, reader, companyId)
    return rows.map((row) => toTask(row, deps.store.publicUrl))
  }
}
