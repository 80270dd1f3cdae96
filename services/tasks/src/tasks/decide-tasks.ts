import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { consumeLimit } from '@app/chassis/limits/limiter.ts'
import { decideTasks as contract } from '@app/contracts/http/decide-tasks.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import type * as Type from 'typebox'
import type { TasksDeps } from '../deps.ts'
import { changeOne } from './change-one.ts'
import { giveFeedback } from './give-feedback.ts'
import { updateTask } from './update-task.ts'

type Body = Type.Static<typeof contract.schema.body>
type Decision = Omit<Body['decisions'][number], 'id' | 'idempotencyKey'>

/** Limit of an owner's decisions in requests with several decisions. Repeated and rejected decisions count, too. */
const LIMIT_OF_OWNER = { count: 1_000, seconds: 3_600 }

function decide(deps: TasksDeps, caller: Caller, id: string, decision: Decision, idempotency: IdempotentRequest): Promise<Task> {
  const { currentStatus, feedback, ...known } = decision
  if (currentStatus === 'Roll Back') return giveFeedback(deps, caller, id, { feedback, ...known }, idempotency)
  if (feedback) throw refusedField('feedback', 'Feedback can be given only when a preview is referred back.')
  return updateTask(deps, caller, id, { currentStatus, ...known }, idempotency)
}

/**
 * Decides on previews one after the other, each in its own transaction, and returns a result for each decision. Throws 429, and decides
 * nothing, if the owner has made too many decisions.
 */
export async function decideTasks(deps: TasksDeps, caller: Caller, { decisions }: Body): Promise<{ results: TaskResult[] }> {
  await consumeLimit(deps.db, { key: `decisions:${caller.id}`, limit: LIMIT_OF_OWNER, now: new Date(), cost: decisions.length })
  const results: TaskResult[] = []
  for (const { id, idempotencyKey, ...decision } of decisions) {
    const result = await changeOne(deps, {
      id,
      scope: `${caller.id} ${contract.id}`,
      key: idempotencyKey,
      content: decision,
      run: async (idempotency) => decide(deps, caller, id, decision, idempotency),
    })
    results.push(result)
  }
  return { results }
}
