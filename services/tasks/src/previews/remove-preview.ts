import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import type { TasksDeps } from '../deps.ts'
import { countOpenFindings } from '../proofreading/count-open-findings.ts'
import { deletePreview, fileKeysOf } from './preview.repository.ts'
import { requireDraft, withLockedPreview } from './with-locked-preview.ts'

/** Deletes a draft with its files. */
export async function removePreview(
  deps: TasksDeps,
  caller: Caller,
  id: string,
  idempotency: IdempotentRequest,
): Promise<{ message: string }> {
  const { keys, reply } = await withLockedPreview(deps, caller, id, async (trx, task, draft) => {
    requireDraft(deps, task, draft)
    await deletePreview(trx, id)
    await countOpenFindings(trx, task._id)
    return { keys: fileKeysOf(draft), reply: await idempotency.storeResponse(trx, { message: 'Draft deleted successfully' }) }
  })
  await removeUnreferencedFiles(deps, keys)
  return reply
}
