import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'
import { findTask } from './task.repository.ts'
import { toTask } from './task-row.ts'
import { taskNotFound } from './with-locked-task.ts'

export async function getTask({ db, store }: TasksDeps, caller: Caller, ref: string): Promise<Task> {
  const row = await findTask(db, ref, ownerIdOf(caller))
  if (!row) throw taskNotFound()
  return toTask(row, store.publicUrl)
}
