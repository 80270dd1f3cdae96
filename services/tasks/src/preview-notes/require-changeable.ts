import type { TasksDeps } from '../deps.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { conflict } from '../tasks/with-locked-task.ts'
import { type Participant, sideOf } from './participant.ts'

/** Throws 409 if the task is posted and the participant is the owner. Admins can still write notes, for example for the next task. */
export function requireChangeable(deps: TasksDeps, task: LockedTask, participant: Participant): void {
  if (sideOf(participant) === 'client' && task.currentStatus === 'Posted')
    throw conflict(deps, task, 'task-posted', 'This task has already been posted.')
}
