import type { BoardTask } from '@app/contracts/http/board.ts'
import { launchTasks } from '@app/contracts/http/launch-tasks.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { keyFor, releaseKey, retryUntilKnown } from '../../../shared/api/idempotency.ts'
import { cacheTask, refreshChanged } from '../board/changes.ts'
import { type PostForm, postFieldsOf } from './post-form.ts'

interface Launch {
  task: BoardTask
  /** Whether the admin has stated that the owner confirmed the unconfirmed approval, for example by phone. */
  acceptUnconfirmed: boolean
  /** When and where it was posted. */
  post: PostForm
}

/**
 * Launches tasks with one comment. Returns a result for each task, in the same order. Each launch has its own idempotency key. If the
 * outcome of a launch is unknown, a retry with the same comment sends the same key. If the whole request fails, throws an `ApiError`.
 */
export async function launchMany(launches: readonly Launch[], adminPostComment: string): Promise<TaskResult[]> {
  const items = launches.map(({ task, acceptUnconfirmed, post }) => {
    const accepted = acceptUnconfirmed && { acceptUnconfirmed }
    const launch = { id: task._id, version: task.version, ...accepted, ...postFieldsOf(task, post) }
    const target = `launch ${task._id}`
    return { task, target, launch: { ...launch, idempotencyKey: keyFor(target, [launch, adminPostComment]) } }
  })
  try {
    const body = { adminPostComment, tasks: items.map(({ launch }) => launch) }
    const { results } = await retryUntilKnown(() => adminCall(launchTasks, { body }))
    for (const [at, { status, task: current }] of results.entries()) {
      const item = items[at]
      if (!item) continue
      if (status < 500) releaseKey(item.target, item.launch.idempotencyKey)
      if (current) await cacheTask(current, item.task.companyName)
    }
    return results
  } finally {
    for (const { task } of items) void refreshChanged(task.companyProfileId, task.taskId)
  }
}
