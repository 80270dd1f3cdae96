import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { sql } from 'kysely'
import type { TasksDeps } from '../deps.ts'
import { hasSureFinding } from '../proofreading/finding.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { conflict } from '../tasks/with-locked-task.ts'
import { makeCurrent, nextNumber, requireDeliverable } from './deliver.ts'
import { findPreview, updateDraft } from './preview.repository.ts'
import { toAdminsPreview } from './to-preview.ts'
import { requireDraft, withLockedPreview } from './with-locked-preview.ts'

const OPEN_FINDINGS = 'The check found something wrong in this preview. Please look at it, or deliver the preview anyway.'

/**
 * Delivers a draft. A repeated delivery changes nothing. Throws 409 if the draft has an open finding that is sure, unless
 * `despiteFindings`. A draft whose check has not ended can be delivered.
 */
export function deliverPreview(
  deps: TasksDeps,
  caller: Caller,
  { previewId: id, despiteFindings = false }: { previewId: string; despiteFindings?: boolean | undefined },
  idempotency: IdempotentRequest,
): Promise<{ task: Task; preview: Preview }> {
  return withLockedPreview(deps, caller, id, async (trx, task, preview) => {
    const respond = (row: typeof task, delivered: typeof preview) =>
      idempotency.storeResponse(trx, { task: toTask(row, deps.store.publicUrl), preview: toAdminsPreview(deps, delivered, row) })
    if (preview.state === 'delivered') return respond(task, preview)
    requireDraft(deps, task, preview)
    await requireDeliverable(trx, deps, task, { isChecked: preview.checked_at !== null, needsCheck: preview.needs_check })
    if (!despiteFindings && (await hasSureFinding(trx, id))) throw conflict(deps, task, 'open-findings', OPEN_FINDINGS)
    const number = await nextNumber(trx, task)
    await updateDraft(trx, id, {
      state: 'delivered',
      number,
      delivered_by: caller.id,
      delivered_at: sql`now()`,
      brief_version: task.briefVersion,
    })
    const changed = await makeCurrent(trx, deps, task, { id, number, files: preview.files })
    return respond(changed, (await findPreview(trx, id)) ?? preview)
  })
}
