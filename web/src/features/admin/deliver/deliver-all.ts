import type { BoardTask } from '@app/contracts/http/board.ts'
import { listPreviews } from '@app/contracts/http/previews.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { alternativeTextOf } from '../task/alternative-texts.ts'
import { inspectionOf } from '../task/inspections.ts'
import { deliverImage, previewFailure, sendPreview } from '../task/preview-actions.ts'
import { FILES_MAX, withFiles } from '../task/preview-form.ts'
import { captionOf, change, type Delivery, previewsOf, useDeliveries } from './deliveries.ts'

const { getState, setState } = useDeliveries

interface Options {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Returns the caption of the task's last delivered preview. */
async function lastCaption(task: BoardTask, signal: AbortSignal): Promise<string> {
  // The first preview in the response may be the draft. The second preview is then the last delivered preview.
  const previews = await adminCall(listPreviews, { params: { id: task._id }, query: { limit: 2 }, signal })
  return previews.find(({ state }) => state === 'delivered')?.caption ?? ''
}

/**
 * Sends the files of one preview. Without a new caption, the preview gets the caption of the task's last delivered preview. For a single
 * picture without an alternative text, the server adds this caption. For other files, this function adds it.
 */
async function send(task: BoardTask, files: readonly File[], newCaption: string, options: Options): Promise<void> {
  const changed = { task, companyName: task.companyName }
  const [image] = files
  const isImageOnly = files.length === 1 && !newCaption
  if (isImageOnly && image && inspectionOf(image)?.kind === 'image' && !alternativeTextOf(image))
    return void (await deliverImage(changed, image, options))
  if (files.length > FILES_MAX) throw new Error(`A preview has at most ${FILES_MAX} files.`)
  const caption = newCaption || (await lastCaption(task, options.signal))
  await sendPreview(changed, { values: { caption, ...withFiles(files) }, deliver: true }, options)
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
}

/**
 * Delivers all previews, one after the other, because parallel uploads would share the bandwidth. Previews that failed in an earlier call
 * are sent again.
 */
export async function deliverAll(): Promise<Outcome> {
  const outcome: Outcome = { delivered: 0, failed: 0 }
  if (getState().isSending) return outcome
  const { signal } = stopping
  setState({ isSending: true })
  for (const preview of previewsOf(getState().deliveries)) {
    const files = preview.map(({ file }) => file)
    const task = preview[0]?.task
    if (!task || signal.aborted || getState().isStopping) break
    const isOfPreview = ({ file }: Delivery) => files.includes(file)
    change(isOfPreview, { state: 'sending', share: 0, message: '' })
    try {
      await send(task, files, captionOf(preview).trim(), { signal, onProgress: (share) => change(isOfPreview, { share }) })
      change(isOfPreview, { state: 'delivered' })
      outcome.delivered += 1
    } catch (error) {
      // The session has ended, for example because it expired. After a 401, `useAccess` ends the session and shows a message.
      if (signal.aborted) break
      change(isOfPreview, { state: 'failed', message: previewFailure(error as Error) })
      outcome.failed += 1
    }
  }
  setState({ isSending: false, isStopping: false })
  return outcome
}

/** Ends `deliverAll` after the current preview. The current upload continues, because the server may already have received it. */
export const stopDelivering = (): void => setState({ isStopping: true })
