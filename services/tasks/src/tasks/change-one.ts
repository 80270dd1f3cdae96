import { failureOf } from '@app/chassis/http/error-handler.ts'
import { AppError } from '@app/chassis/http/errors.ts'
import { type IdempotentRequest, runOnce } from '@app/chassis/idempotency/idempotent-request.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type { TasksDeps } from '../deps.ts'

interface OneChange {
  /** The `_id` or the `taskId` of the task. */
  id: string
  /** Caller and route of the request, see `IdempotencyKey`. */
  scope: string
  key: string
  /** The content of the change. A key that was used for other content fails with 422. */
  content: object
  run: (idempotency: IdempotentRequest) => Promise<Task>
}

/**
 * Makes one change of a request that changes several tasks, with its own idempotency key. If the change fails, the result contains the
 * status code and the message. Unexpected errors are also logged.
 */
export async function changeOne({ db, log }: TasksDeps, { id, scope, key, content, run }: OneChange): Promise<TaskResult> {
  try {
    return { id, status: 200, message: '', task: await runOnce(db, { scope, key }, [id, content], run) }
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, taskRef: id, scope }, 'a change of a task failed')
    const current = error instanceof AppError ? (error.details.extensions?.task as Task | undefined) : undefined
    return { id, ...failureOf(error), ...(current && { task: current }) }
  }
}
