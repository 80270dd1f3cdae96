import { type BatchBrief, type BatchResult, createTaskBatch } from '@app/contracts/http/task-batches.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { retryUntilKnown } from '../../../shared/api/idempotency.ts'
import { queryClient } from '../../../shared/api/query-client.tsx'
import { refreshChanged } from '../board/changes.ts'
import { BATCHES } from './queries.ts'

/** Number of companies in one request. A small number shows the progress, and keeps requests short. */
const AT_ONCE = 20

export interface NewBatch {
  batchId: string
  brief: BatchBrief
  companies: readonly { companyId: string; acceptFullMonth: boolean }[]
}

/**
 * Creates the tasks of a batch in several requests. Calls `onResults` with the results of each request. A repeated call with the same
 * `batchId` and brief creates no second task for a company. Throws an `ApiError` if a request fails.
 */
export async function createTasks(
  { batchId, brief, companies }: NewBatch,
  onResults: (some: readonly BatchResult[]) => void,
): Promise<void> {
  try {
    for (let at = 0; at < companies.length; at += AT_ONCE) {
      const body = { brief, companies: companies.slice(at, at + AT_ONCE) }
      const { results } = await retryUntilKnown(() => adminCall(createTaskBatch, { params: { batchId }, body }))
      for (const { companyId, taskId } of results) if (taskId) void refreshChanged(companyId, taskId)
      onResults(results)
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: BATCHES })
  }
}
