import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest, ReceivedIdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import type { editTask as contract } from '@app/contracts/http/task-changes.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { isBlank } from '@app/contracts/rules/blank.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { TITLE_REQUIRED } from '@app/contracts/rules/task-dates.ts'
import { canEdit, platforms } from '@app/contracts/rules/task-status.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { TasksDeps } from '../deps.ts'
import { requireQuota } from '../quotas/require-quota.ts'
import { findTask, type LockedTask } from '../tasks/task.repository.ts'
import { refuse } from '../tasks/task-input.ts'
import { type TaskRow, toTask } from '../tasks/task-row.ts'
import { conflict, requireVersion, taskNotFound, withLockedTask } from '../tasks/with-locked-task.ts'
import type { BriefValues } from './brief-values.ts'
import { changeBrief, newDatesOf, newTimeOf } from './change-brief.ts'
import { releaseImage } from './release-image.ts'

type Form = ReceivedForm<typeof contract>

const NOT_BY_OWNER = 'You can edit a task only while it is pending or referred back. To edit an approved task, undo the approval first.'
const POSTED = 'This task has already been posted.'

/** A request to edit the version of a task that the caller has seen. */
interface Edit {
  ref: string
  version: number
}

/** Throws 409 if the caller may not edit the task now, or has seen another version. */
function requireEditable(deps: TasksDeps, { role }: Caller, task: TaskRow, version: number): void {
  if (!canEdit(task, role)) throw conflict(deps, task, 'task-status', task.currentStatus === 'Posted' ? POSTED : NOT_BY_OWNER)
  requireVersion(deps, task, version)
}

/** Returns the texts, platforms and dates that the form changes. Throws 422 for the first error. */
function editedValues(deps: TasksDeps, caller: Caller, task: TaskRow, fields: Form['fields']): Partial<BriefValues> {
  const title = fields.title?.trim()
  if (title !== undefined && isBlank(title)) refuse({ field: 'title', message: TITLE_REQUIRED })
  const texts = briefTexts.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]])
  const chosen = platforms.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name] === 'true'])
  return {
    ...Object.fromEntries([...texts, ...chosen]),
    ...(title !== undefined && { title }),
    ...newDatesOf(deps, caller, task, fields),
    ...newTimeOf(fields),
  }
}

/**
 * Called before the form is received. Throws 404 if there is no such task, and 409 if the caller may not edit it now, or has seen another
 * version.
 */
export async function refuseEdit(
  deps: TasksDeps,
  caller: Caller,
  { ref, version }: Edit,
  idempotency: ReceivedIdempotentRequest,
): Promise<void> {
  if (await idempotency.isAnswered()) return
  requireEditable(deps, caller, await foundTask(deps, caller, ref), version)
}

async function foundTask({ db }: TasksDeps, caller: Caller, ref: string): Promise<TaskRow> {
  const task = await findTask(db, ref, ownerIdOf(caller))
  if (!task) throw taskNotFound()
  return task
}

/** Prepares the change of the reference image. Returns the key of an image that is no longer used. An owner's image counts toward the quota. */
async function exchangeImage(
  trx: Transaction<Tables>,
  caller: Caller,
  task: LockedTask,
  image: StoredFile | null,
): Promise<string | undefined> {
  const unused = await releaseImage(trx, task)
  if (image && caller.role === 'owner') await requireQuota(trx, task.companyProfileId, { file: { stored: image, field: 'referenceImage' } })
  return unused
}

/** Changes the parts of a task's brief that a form contains. */
export async function editTask(
  deps: TasksDeps,
  caller: Caller,
  { ref, version }: Edit,
  { fields, acceptFiles }: Form,
  idempotency: IdempotentRequest,
): Promise<Task> {
  // Refuses wrong fields before the picture is processed. The task may change in the meantime, so they are checked again.
  editedValues(deps, caller, await foundTask(deps, caller, ref), fields)
  const { referenceImage: picture } = await acceptFiles()
  const image = picture ?? (fields.removeReferenceImage === 'true' ? null : undefined)
  const { reply, unused } = await withLockedTask(deps, caller, ref, async (trx, task) => {
    requireEditable(deps, caller, task, version)
    const values = editedValues(deps, caller, task, fields)
    const unused = image === undefined ? undefined : await exchangeImage(trx, caller, task, image)
    const change = { ...values, ...(image !== undefined && { referenceImage: image?.key ?? null }) }
    const changed = await changeBrief(trx, deps, task, caller, change)
    return { reply: await idempotency.storeResponse(trx, toTask(changed, deps.store.publicUrl)), unused }
  })
  if (unused) await removeUnreferencedFiles(deps, [unused])
  return reply
}
