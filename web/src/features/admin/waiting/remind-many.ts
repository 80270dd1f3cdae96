import { remindTasks } from '@app/contracts/http/remind-task.ts'
import type { TaskResult } from '@app/contracts/http/task-result.ts'
import type { WaitingPreview } from '@app/contracts/http/waiting.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { keyFor, releaseKey, retryUntilKnown } from '../../../shared/api/idempotency.ts'
import { cacheTask, refreshChanged } from '../board/changes.ts'

/**
 * Reminds the owners of previews. Returns a result for each preview, in the same order. Each reminder has its own idempotency key. If its
 * outcome is unknown, a retry sends the same key. If the whole request fails, throws an `ApiError`.
 */
export async function remindMany(previews: readonly WaitingPreview[]): Promise<TaskResult[]> {
  const items = previews.map((preview) => {
    const target = `remind ${preview._id}`
    return { preview, target, key: keyFor(target, [preview.previewNo, preview.remindedAt]) }
  })
  try {
    const reminders = items.map(({ preview: { _id: id }, key: idempotencyKey }) => ({ id, idempotencyKey }))
    const { results } = await retryUntilKnown(() => adminCall(remindTasks, { body: { reminders } }))
    for (const [at, { status, task }] of results.entries()) {
      const item = items[at]
      if (!item) continue
      if (status < 500) releaseKey(item.target, item.key)
      if (task) await cacheTask(task, item.preview.companyName)
    }
    return results
  } finally {
    for (const { preview } of items) void refreshChanged(preview.companyProfileId, preview.taskId)
  }
}
