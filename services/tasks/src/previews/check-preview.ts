import type { Caller } from '@app/chassis/http/auth.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import type { LockedTask } from '../tasks/task.repository.ts'
import { conflict } from '../tasks/with-locked-task.ts'
import { findPreview, type PreviewRow, updateDraft } from './preview.repository.ts'
import { toAdminsPreview } from './to-preview.ts'
import { requireDraft, withLockedPreview } from './with-locked-preview.ts'

const OWN_PREVIEW = 'You saved this preview, so another admin must check it.'

function changeDraft(
  deps: TasksDeps,
  caller: Caller,
  id: string,
  idempotency: IdempotentRequest,
  change: (trx: Transaction<Tables>, task: LockedTask, draft: PreviewRow) => Promise<void>,
): Promise<Preview> {
  return withLockedPreview(deps, caller, id, async (trx, task, draft) => {
    requireDraft(deps, task, draft)
    await change(trx, task, draft)
    return idempotency.storeResponse(trx, toAdminsPreview(deps, (await findPreview(trx, id)) ?? draft, task))
  })
}

/** Requests the check of a draft. A repeated request changes nothing. */
export const requestPreviewCheck = (deps: TasksDeps, caller: Caller, id: string, idempotency: IdempotentRequest): Promise<Preview> =>
  changeDraft(deps, caller, id, idempotency, async (trx, _task, draft) => {
    if (!draft.check_requested_at) await updateDraft(trx, id, { check_requested_at: sql`now()` })
  })

/** Records that a second admin has checked a draft. Throws 409 for the admin who saved the draft. A repeated request changes nothing. */
export const checkPreview = (deps: TasksDeps, caller: Caller, id: string, idempotency: IdempotentRequest): Promise<Preview> =>
  changeDraft(deps, caller, id, idempotency, async (trx, task, draft) => {
    if (draft.created_by === caller.id) throw conflict(deps, task, 'own-preview', OWN_PREVIEW)
    if (!draft.checked_at) await updateDraft(trx, id, { checked_by: caller.id, checked_at: sql`now()` })
  })
