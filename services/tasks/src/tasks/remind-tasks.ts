import type { Caller } from '@app/chassis/http/auth.ts'
import { remindTasks as contract } from '@app/contracts/http/remind-task.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { changeOne } from './change-one.ts'
import { remindTask } from './remind-task.ts'

type Body = Type.Static<typeof contract.schema.body>

/**
 * Reminds of waiting previews one after the other, each in its own transaction, and returns a result for each preview. A company gets one
 * reminder, which lists all its waiting previews.
 */
export async function remindTasks(deps: TasksDeps, caller: Caller, { reminders }: Body): Promise<{ results: TaskResult[] }> {
  const results: TaskResult[] = []
  const reminded = new Set<string>()
  for (const { id, idempotencyKey } of reminders) {
    const result = await changeOne(deps, {
      id,
      scope: `${caller.id} ${contract.id}`,
      key: idempotencyKey,
      content: {},
      run: (idempotency) => remindTask(deps, caller, id, idempotency, (companyId) => reminded.has(companyId)),
    })
    if (result.status === 200 && result.task) reminded.add(result.task.companyProfileId)
    results.push(result)
  }
  return { results }
}
