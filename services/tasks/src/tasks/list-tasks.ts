import type { Caller } from '@app/chassis/http/auth.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { findCompany } from '../companies/company.repository.ts'
import { companyNotFound, ownCompany } from '../companies/own-company.ts'
import type { TasksDeps } from '../deps.ts'
import { type TaskPage, tasksOf } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { ownerIdOf } from './with-locked-task.ts'

type Reader = Caller & { authorization: string }

/** A company's tasks, newest first. Only an empty list needs a second look: is the company there, and the caller's? */
export async function listTasks(deps: TasksDeps, caller: Reader, companyId: string, page: TaskPage): Promise<Task[]> {
  const { db, store } = deps
  const rows = await tasksOf(db, companyId, ownerIdOf(caller), page)
  if (rows.length === 0) await requireCompany(deps, caller, companyId)
  return rows.map((row) => toTask(row, store.publicUrl))
}

async function requireCompany(deps: TasksDeps, caller: Reader, companyId: string): Promise<void> {
  if (caller.role === 'owner') await ownCompany(deps, caller, companyId)
  else if (!(await findCompany(deps.db, companyId))) throw companyNotFound()
}
