import type { BoardTask } from '@app/contracts/http/board.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { awaitCheck, LATE_MS } from '../proofreading/await-check.ts'
import { openSureFindings } from '../proofreading/queries.ts'
import { alternativeTextOf } from '../task/alternative-texts.ts'
import { type LastUpload, loadNewest, uploadToCheck } from '../task/checked-upload.ts'
import { inspectionOf } from '../task/inspections.ts'
import { deliverDraft, deliverImage, sendPreview } from '../task/preview-actions.ts'
import { hasOpenFindings, needsSecondAdmin, previewFailure } from '../task/preview-failures.ts'
import { FILES_MAX, withFiles } from '../task/preview-form.ts'
import { captionOf, change, type Delivery, previewsOf, useDeliveries } from './deliveries.ts'

const { getState, setState } = useDeliveries

const SAVED_AS_DRAFT = 'Saved as a draft. A second admin must check it before you can deliver it.'

interface Options {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** The last uploads of previews, by their first files. */
const lastUploads = new WeakMap<File, LastUpload>()

function lastUploadOf(file: File): LastUpload {
  const last = lastUploads.get(file) ?? { current: undefined }
  lastUploads.set(file, last)
  return last
}

const changedBy = (task: BoardTask) => ({ task, companyName: task.companyName })

/**
 * Uploads the files of one preview as a draft. Without a new caption, the preview gets the caption of the task's last delivered preview. If
 * the task has another draft, which the upload would replace, the preview is delivered at once, and the function returns undefined.
 */
async function send(task: BoardTask, files: readonly File[], newCaption: string, options: Options): Promise<Preview | undefined> {
  const [first] = files
  if (!first || files.length > FILES_MAX) throw new Error(`A preview has at most ${FILES_MAX} files.`)
  const changed = changedBy(task)
  const newest = await loadNewest(changed, options.signal)
  const values = { caption: newCaption || newest.caption, ...withFiles(files) }
  const draft = await uploadToCheck(changed, values, { existing: newest.draft, last: lastUploadOf(first), ...options })
  if (draft) return draft
  // The server adds the caption to a single picture without an alternative text.
  const isImageOnly = files.length === 1 && !newCaption && !alternativeTextOf(first)
  if (isImageOnly && inspectionOf(first)?.kind === 'image') await deliverImage(changed, first, options)
  else await sendPreview(changed, { values, deliver: true }, options)
  return undefined
}

/** Cancels the uploads of a session that has ended. */
let stopping = new AbortController()
useAdminSession.subscribe(({ token }, before) => {
  if (token === before.token) return
  stopping.abort()
  stopping = new AbortController()
})

interface Outcome {
  delivered: number
  failed: number
  /** Number of previews that are not delivered, because their findings are sure. */
  found: number
}

/**
 * Delivers all previews. The uploads follow one after the other, because parallel uploads would share the bandwidth. Meanwhile, each uploaded
 * preview is checked and then delivered. Previews that failed in an earlier call are sent again.
 */
export async function deliverAll(): Promise<Outcome> {
  const outcome: Outcome = { delivered: 0, failed: 0, found: 0 }
  if (getState().isSending) return outcome
  const { signal } = stopping
  setState({ isSending: true })
  // Checks end in the order of the uploads, so only one check at a time is asked for.
  let checks = Promise.resolve()
  for (const preview of previewsOf(getState().deliveries)) {
    const files = preview.map(({ file }) => file)
    const task = preview[0]?.task
    if (!task || signal.aborted || getState().isStopping) break
    const isOfPreview = ({ file }: Delivery) => files.includes(file)
    const fail = (error: unknown) => {
      // The session has ended, for example because it expired. After a 401, `useAccess` ends the session and shows a message.
      if (signal.aborted) return
      const message = needsSecondAdmin(error) ? SAVED_AS_DRAFT : previewFailure(error as Error)
      change(isOfPreview, { state: 'failed', message })
      outcome.failed += 1
    }
    change(isOfPreview, { state: 'sending', share: 0, message: '' })
    try {
      const draft = await send(task, files, captionOf(preview).trim(), { signal, onProgress: (share) => change(isOfPreview, { share }) })
      if (draft) {
        change(isOfPreview, { state: 'checking', draft })
        const late = AbortSignal.timeout(LATE_MS)
        checks = checks
          .then(() => deliverChecked(task, draft, { signal, late }))
          .then((state) => {
            outcome[state] += 1
          }, fail)
      } else {
        change(isOfPreview, { state: 'delivered' })
        outcome.delivered += 1
      }
    } catch (error) {
      fail(error)
      if (signal.aborted) break
    }
  }
  await checks
  setState({ isSending: false, isStopping: false })
  return outcome
}

const isOf =
  (draft: Preview) =>
  (delivery: Delivery): boolean =>
    delivery.draft?._id === draft._id

/** Delivers a draft, unless its check has found something that is sure. Does not wait any longer for a check that is late. */
async function deliverChecked(
  task: BoardTask,
  draft: Preview,
  { signal, late }: Record<'signal' | 'late', AbortSignal>,
): Promise<'delivered' | 'found'> {
  signal.throwIfAborted()
  const proofreading = await awaitCheck(draft._id, AbortSignal.any([signal, late]))
  signal.throwIfAborted()
  const isFound = openSureFindings(proofreading).length > 0 || (await isRejectedForFindings(deliverDraft(changedBy(task), draft, false)))
  change(isOf(draft), isFound ? { state: 'found' } : { state: 'delivered', isUnchecked: proofreading === undefined })
  return isFound ? 'found' : 'delivered'
}

/** Whether the check has ended while the draft was being delivered, so that the server has rejected the delivery. */
const isRejectedForFindings = (delivery: Promise<unknown>): Promise<boolean> =>
  delivery.then(
    () => false,
    (error) => {
      if (hasOpenFindings(error)) return true
      throw error
    },
  )

/** Delivers a draft whose findings the admin has seen. */
export async function deliverFound(task: BoardTask, draft: Preview): Promise<void> {
  await deliverDraft(changedBy(task), draft, true)
  change(isOf(draft), { state: 'delivered' })
}

/** Makes a draft with findings editable again. If the preview is then sent unchanged, it is not uploaded again. */
export const changeFound = (draft: Preview): void => change(isOf(draft), { state: 'waiting' })

/** Ends `deliverAll` after the current preview. The current upload continues, because the server may already have received it. */
export const stopDelivering = (): void => setState({ isStopping: true })
