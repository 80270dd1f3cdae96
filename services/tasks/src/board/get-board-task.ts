import type { Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { findNamedTask } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { taskNotFound } from '../tasks/with-locked-task.ts'

interface BoardTask {
  task: Task
  companyName: string
  isUnconfirmed: boolean
}

export async function getBoardTask({ db, store }: TasksDeps, ref: string): Promise<BoardTask> {
  const row = await findNamedTask(db, ref)
  if (!row) throw taskNotFound()
  return { task: toTask(row, store.publicUrl), companyName: row.companyName, isUnconfirmed: row.isUnconfirmed }
}
