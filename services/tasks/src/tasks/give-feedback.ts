import type { Caller } from '@app/chassis/http/auth.ts'
import { refusedField } from '@app/chassis/http/errors.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { removeFiles } from '@app/chassis/storage/remove-files.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import type { addFeedback as contract, Task } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { FEEDBACK_REQUIRED } from '@app/contracts/rules/task-status.ts'
import type { Rollback } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { newEntry, referBack } from './refer-back.ts'
import { type TaskRow, toTask } from './task-row.ts'
import {
  conflict,
  type KnownPreview,
  previewReplaced,
  requireAllowed,
  requirePreview,
  requireTask,
  requireVersion,
  withLockedTask,
} from './with-locked-task.ts'

/** Maximum number of comments per preview. The limit bounds the history, because responses contain the complete history. */
const FEEDBACK_PER_PREVIEW = 20
const FEEDBACK_FULL = `You have commented on this preview ${FEEDBACK_PER_PREVIEW} times. Please wait for the next one.`

/** Feedback of an owner, with the version of the task and the preview that the owner has seen. */
interface Feedback extends KnownPreview {
  feedback?: string | undefined
  /** URL of the picture of the preview. Only forms of `addFeedback` contain this URL. */
  doneTaskImageUrl?: string | undefined
  version?: number | undefined
  /** The suggested picture. */
  picture?: StoredFile | undefined
}

/**
 * Whether a request repeats the previous feedback, for example because the response was lost. Feedback with a new picture is not a repeat.
 */
const isRepeat = (last: Rollback | undefined, feedback: string, picture: StoredFile | undefined): boolean =>
  last?.feedback === feedback && (!picture || last.clientSuggestImage !== null)

/**
 * Rejects feedback before its picture is processed: 404, 409 or 422. `giveFeedback` checks the feedback again, because the task may change
 * in the meantime.
 */
async function refuseFeedback(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  { feedback = '', doneTaskImageUrl, version }: Feedback,
): Promise<void> {
  if (!feedback.trim()) throw refusedField('feedback', FEEDBACK_REQUIRED)
  const task = await requireTask(deps, caller, ref)
  const isReferral = requireAllowed(deps, task, 'refer-back') === 'allowed'
  if (doneTaskImageUrl && deps.store.keyOf(doneTaskImageUrl) !== task.doneTaskImage) throw previewReplaced(deps, task)
  if (isReferral) requireVersion(deps, task, version)
}

/**
 * Refers the task back and stores the owner's feedback. If `updateTask` already referred the task back without feedback, the feedback is
 * stored in the history entry of that referral.
 */
export async function giveFeedback(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  { feedback = '', doneTaskImageUrl, version, picture, ...known }: Feedback,
  idempotency: IdempotentRequest,
): Promise<Task> {
  if (isBlank(feedback)) throw refusedField('feedback', FEEDBACK_REQUIRED)

  const { reply, repeated } = await withLockedTask(deps, caller, ref, async (trx, task) => {
    const referredBack = requireAllowed(deps, task, 'refer-back') === 'already-done'
    const history = task.rollbackFeedback
    const last = history.at(-1)
    if (doneTaskImageUrl && deps.store.keyOf(doneTaskImageUrl) !== task.doneTaskImage) throw previewReplaced(deps, task)
    await requirePreview(trx, deps, task, known)
    const respond = (row: TaskRow) => idempotency.storeResponse(trx, toTask(row, deps.store.publicUrl))
    if (referredBack && isRepeat(last, feedback, picture)) return { reply: await respond(task), repeated: true }
    requireVersion(deps, task, version)
    const waiting = referredBack && last?.feedback === '' ? last : undefined
    const earlier = waiting ? history.slice(0, -1) : history
    const onThisPreview = earlier.filter(({ doneTaskImage }) => doneTaskImage === task.doneTaskImage)
    if (onThisPreview.length >= FEEDBACK_PER_PREVIEW) throw conflict(deps, task, 'feedback-full', FEEDBACK_FULL)
    if (picture) await requireQuota(trx, task.companyProfileId, { file: { stored: picture, field: 'clientSuggestImage' } })
    const entry = { ...newEntry(deps, task, feedback, picture?.key), ...(waiting && { id: waiting.id }) }
    const decider = { channel: 'portal', userId: caller.id } as const
    return { reply: await respond(await referBack(trx, deps, task, earlier, entry, decider)), repeated: false }
  })
  if (repeated && picture) await removeFiles(deps, [picture.key])
  return reply
}

/** Refers the task back with the feedback and the picture of a form. */
export async function addFeedback(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  { fields, acceptFiles }: ReceivedForm<typeof contract>,
  idempotency: IdempotentRequest,
): Promise<Task> {
  const { feedback, doneTaskImageUrl, version } = fields
  const given = { feedback, doneTaskImageUrl, version: version === undefined ? undefined : Number(version) }
  await refuseFeedback(deps, caller, ref, given)
  const { clientSuggestImage: picture } = await acceptFiles()
  return giveFeedback(deps, caller, ref, { ...given, picture }, idempotency)
}
