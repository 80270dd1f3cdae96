import type { Caller } from '@app/chassis/http/auth.ts'
import { isRefusal } from '@app/chassis/http/error-handler.ts'
import type { ReceivedForm } from '@app/chassis/http/receive-form.ts'
import type { IdempotentRequest, ReceivedIdempotentRequest } from '@app/chassis/idempotency/idempotent-request.ts'
import { storeCopies, streamOf } from '@app/chassis/storage/pictures/store-copies.ts'
import { removeFiles, removeUnreferencedFiles } from '@app/chassis/storage/remove-files.ts'
import type { StoredFile } from '@app/chassis/storage/store-file.ts'
import type { uploadPreview as contract } from '@app/contracts/http/preview-deliveries.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { contentHashOf } from '@app/contracts/rules/content-hash.ts'
import type { ContentKind } from '@app/contracts/rules/previews.ts'
import type { TasksDeps } from '../deps.ts'
import { PREVIEW_FILES } from '../files/task-files.ts'
import { countOpenFindings } from '../proofreading/count-open-findings.ts'
import { findTask } from '../tasks/task.repository.ts'
import { toTask } from '../tasks/task-row.ts'
import { requireAllowed, taskNotFound, withLockedTask } from '../tasks/with-locked-task.ts'
import { requiresCheck } from './company-setting.repository.ts'
import { makeCurrent, nextNumber, requireDeliverable } from './deliver.ts'
import { newFile, type ShownPicture } from './new-file.ts'
import {
  deletePreview,
  fileKeysOf,
  findDraft,
  insertPreview,
  type NewPreview,
  type ReceivedPreviewFile,
  withAlternativeTexts,
} from './preview.repository.ts'
import { type ReceivedContent, receivedCaption, receivedContent } from './received-content.ts'
import { toAdminsPreview } from './to-preview.ts'

interface Uploaded {
  task: Task
  preview: Preview
}

const PLACEHOLDER_TIME_LIMIT_MS = 60_000

/**
 * Returns the smaller copies that are shown for a file. They are copies of the image itself, or of the poster of a video or PDF file.
 * Without a poster, the function stores copies of a placeholder, and adds their keys to `made`. The caller deletes these copies if the
 * upload is rejected.
 */
async function shownPicture(
  { store }: TasksDeps,
  { kind, file, poster }: ReceivedContent<StoredFile>,
  made: string[],
): Promise<ShownPicture> {
  const scaled = kind === 'image' ? file.scaled : poster?.scaled
  if (scaled) return scaled
  if (kind === 'image') return {}
  const drawing = Buffer.from(placeholders[kind])
  const { displayKey, thumbnailKey } = await storeCopies(store, PREVIEW_FILES, {
    bytes: drawing.length,
    open: async () => streamOf(drawing),
    caller: 'placeholder',
    signal: AbortSignal.timeout(PLACEHOLDER_TIME_LIMIT_MS),
  })
  made.push(displayKey, thumbnailKey)
  return { displayKey, thumbnailKey }
}

interface Saved {
  reply: Uploaded
  /** Keys of the files of the draft that was replaced. */
  replaced: string[]
}

interface NewContent extends Pick<NewPreview, 'caption' | 'contentHash'> {
  files: readonly ReceivedPreviewFile[]
}

/** Saves a draft, which replaces the previous draft. Does not change the task. */
function saveDraft(deps: TasksDeps, caller: Caller, ref: string, content: NewContent, idempotency: IdempotentRequest): Promise<Saved> {
  return withLockedTask(deps, caller, ref, async (trx, task) => {
    requireAllowed(deps, task, 'deliver-preview')
    const previous = await findDraft(trx, task._id)
    const files = await withAlternativeTexts(trx, task._id, content.files)
    if (previous) await deletePreview(trx, previous.id)
    const needsCheck = await requiresCheck(trx, task.companyProfileId)
    const draft = await insertPreview(trx, { ...content, files, taskId: task._id, createdBy: caller.id, needsCheck })
    await countOpenFindings(trx, task._id)
    const reply = { task: toTask(task, deps.store.publicUrl), preview: toAdminsPreview(deps, draft, task) }
    return { reply: await idempotency.storeResponse(trx, reply), replaced: previous ? fileKeysOf(previous) : [] }
  })
}

function deliver(deps: TasksDeps, caller: Caller, ref: string, content: NewContent, idempotency: IdempotentRequest): Promise<Saved> {
  return withLockedTask(deps, caller, ref, async (trx, task) => {
    await requireDeliverable(trx, deps, task, { isChecked: false, needsCheck: false })
    const number = await nextNumber(trx, task)
    const files = await withAlternativeTexts(trx, task._id, content.files)
    const preview = await insertPreview(trx, { ...content, files, taskId: task._id, createdBy: caller.id, number })
    const changed = await makeCurrent(trx, deps, task, { id: preview.id, number, files: preview.files })
    const reply = { task: toTask(changed, deps.store.publicUrl), preview: toAdminsPreview(deps, preview, changed) }
    return { reply: await idempotency.storeResponse(trx, reply), replaced: [] }
  })
}

/** Delivers the received files as the next preview of a task, or saves them as a draft. */
export async function uploadPreview(
  deps: TasksDeps,
  caller: Caller,
  ref: string,
  form: ReceivedForm<typeof contract>,
  idempotency: IdempotentRequest,
): Promise<Uploaded> {
  const caption = receivedCaption(form.fields)
  // Also rejects missing and surplus files, before the files are processed.
  receivedContent(form.fields, form.files)
  const received = receivedContent(form.fields, await form.acceptFiles())
  const made: string[] = []
  try {
    const files: ReceivedPreviewFile[] = []
    for (const each of received) files.push(newFile(each, await shownPicture(deps, each, made)))
    const content = { caption, files, contentHash: await contentHashOf({ caption, fileHashes: files.map(({ sha256 }) => sha256) }) }
    const save = form.fields.deliver === 'false' ? saveDraft : deliver
    const { reply, replaced } = await save(deps, caller, ref, content, idempotency)
    await removeUnreferencedFiles(deps, replaced)
    return reply
  } catch (error) {
    // Removes only the copies of placeholders. The caller `withForm` removes the received files.
    if (isRefusal(error)) await removeFiles(deps, made)
    throw error
  }
}

/**
 * Called before the files of a preview are received. Throws 404 if the task does not exist, and 409 if the task's status allows no delivery
 * of a preview.
 */
export async function refuseUpload(deps: TasksDeps, ref: string, idempotency: ReceivedIdempotentRequest): Promise<void> {
  if (await idempotency.isAnswered()) return
  const task = await findTask(deps.db, ref, undefined)
  if (!task) throw taskNotFound()
  requireAllowed(deps, task, 'deliver-preview')
}

const drawing = (symbol: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#606060"/><path fill="#fff" d="${symbol}"/></svg>`

/** SVG pictures for files without a poster: a triangle that points right for a video, and an upright sheet for a PDF file. */
const placeholders: Readonly<Record<Exclude<ContentKind, 'image'>, string>> = {
  video: drawing('M270 120 390 180 270 240z'),
  pdf: drawing('M260 100h120v160H260z'),
}
