import { AppError } from '@app/chassis/errors.ts'
import type { Caller } from '@app/chassis/http/auth.ts'
import { failureOf } from '@app/chassis/http/error-handler.ts'
import { runOnce } from '@app/chassis/idempotency/run-once.ts'
import { launchTasks as contract, type LaunchResult } from '@app/contracts/http/launch-tasks.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { updateTask } from './update-task.ts'

type Body = Type.Static<typeof contract.schema.body>

/** Launches one task. If the launch fails, the result contains the status code and the message. Unexpected errors are also logged. */
async function launch(
  deps: TasksDeps,
  caller: Caller,
  { id, idempotencyKey: key, ...launched }: Body['tasks'][number],
  adminPostComment: string | undefined,
): Promise<LaunchResult> {
  const change = { currentStatus: 'Posted', adminPostComment, ...launched } as const
  try {
    const task = await runOnce(deps.db, { scope: `${caller.id} ${contract.id}`, key }, [id, change], (idempotency) =>
      updateTask(deps, caller, id, change, idempotency),
    )
    return { id, status: 200, message: '', task }
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.error({ err: error, taskRef: id }, 'launch failed')
    const current = error instanceof AppError ? (error.details.extensions?.task as Task | undefined) : undefined
    return { id, ...failureOf(error), ...(current && { task: current }) }
  }
}

/** Launches tasks one after the other, each in its own transaction, and returns a result for each task. */
export async function launchTasks(
  deps: TasksDeps,
  caller: Caller,
  { adminPostComment, tasks }: Body,
): Promise<{ results: LaunchResult[] }> {
  const results: LaunchResult[] = []
  for (const task of tasks) results.push(await launch(deps, caller, task, adminPostComment))
  return { results }
}
