import type { Caller } from '@app/chassis/http/auth.ts'
import { launchTasks as contract } from '@app/contracts/http/launch-tasks.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { changeOne } from './change-one.ts'
import { updateTask } from './update-task.ts'

type Body = Type.Static<typeof contract.schema.body>

/** Launches tasks one after the other, each in its own transaction, and returns a result for each task. */
export async function launchTasks(deps: TasksDeps, caller: Caller, { adminPostComment, tasks }: Body): Promise<{ results: TaskResult[] }> {
  const results: TaskResult[] = []
  for (const { id, idempotencyKey, ...launched } of tasks) {
    const change = { currentStatus: 'Posted', adminPostComment, ...launched } as const
    const result = await changeOne(deps, {
      id,
      scope: `${caller.id} ${contract.id}`,
      key: idempotencyKey,
      content: change,
      run: (idempotency) => updateTask(deps, caller, id, change, idempotency),
    })
    results.push(result)
  }
  return { results }
}
