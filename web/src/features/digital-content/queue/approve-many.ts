import { DECISIONS_MAX, decideTasks } from '@app/contracts/http/decide-tasks.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { keyFor, releaseKey, retryUntilKnown } from '../../../shared/api/idempotency.ts'
import { approvalOf, type ShownPreview } from '../task-actions.ts'

const FAILED = 'Error approving task'

/** Whether another attempt to approve the same preview can succeed. After other failures, the owner must look at the task again. */
export const canRetry = ({ status }: TaskResult): boolean => status === 0 || status === 429 || status >= 500

/**
 * Approves previews exactly as the owner saw them. Returns a result for each preview, in the same order. Each approval has its own
 * idempotency key. If the outcome of an approval is unknown, the next attempt sends the same key. If a whole request fails, each of its
 * previews gets the error of the request as its result.
 */
export async function approveMany(previews: readonly ShownPreview[]): Promise<TaskResult[]> {
  const results: TaskResult[] = []
  for (let from = 0; from < previews.length; from += DECISIONS_MAX)
    results.push(...(await approveAtOnce(previews.slice(from, from + DECISIONS_MAX))))
  return results
}

async function approveAtOnce(previews: readonly ShownPreview[]): Promise<TaskResult[]> {
  const decisions = previews.map((shown) => {
    const decision = { id: shown.task._id, ...approvalOf(shown) }
    return { ...decision, idempotencyKey: keyFor(targetOf(decision.id), decision) }
  })
  try {
    const { results } = await retryUntilKnown(() => call(decideTasks, { body: { decisions } }))
    for (const [at, { status }] of results.entries()) {
      const decision = decisions[at]
      if (decision && status < 500) releaseKey(targetOf(decision.id), decision.idempotencyKey)
    }
    return results
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return decisions.map(({ id }) => ({ id, status: error.status, message: messageOf(error, FAILED) }))
  }
}

const targetOf = (id: string): string => `approve ${id}`
