import type { FormFields } from '@app/contracts/define.ts'
import { checkPreview, deliverPreview, removePreview, requestPreviewCheck, uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { type Task, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { act, type ChangedTask, type Opened } from '../task-actions.ts'
import { alternativeTextOf } from './alternative-texts.ts'
import { inspectionOf } from './inspections.ts'
import { filesOf, type PreviewValues } from './preview-form.ts'
import { reloadPreviews } from './preview-queries.ts'

export interface Sending {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Reloads the previews after a change. A failed change also reloads them, because the server may have made the change. */
async function thenReload<T>({ task }: ChangedTask, change: Promise<T>): Promise<T> {
  try {
    const changed = await change
    await reloadPreviews(task._id)
    return changed
  } catch (error) {
    void reloadPreviews(task._id)
    throw error
  }
}

/** Caches the task from the response of a change. Then reloads the task and its previews, even if the change failed. */
const actOnTask = <T extends { task: Task }>(opened: ChangedTask, response: Promise<T>): Promise<T> =>
  thenReload(
    opened,
    act(
      opened,
      response.then(({ task }) => task),
    ).then(() => response),
  )

/**
 * Delivers one picture with the upload that the product's specification defines. The request has no caption: the new preview gets the
 * caption of the previous one.
 */
export const deliverImage = async (opened: ChangedTask, image: File, sending: Sending): Promise<Task> => {
  const form = { fields: {}, files: { image } }
  return (await actOnTask(opened, adminCall(uploadTaskImage, { params: { id: opened.task._id }, form, ...sending }))).task
}

interface SentPreview {
  values: PreviewValues
  /** Whether the preview is delivered. Otherwise, it is saved as a draft. */
  deliver: boolean
}

/** Delivers a preview, or saves it as a draft. */
export const sendPreview = async (opened: ChangedTask, { values, deliver }: SentPreview, sending: Sending): Promise<Preview> => {
  const form = formOf(values, deliver)
  return (await actOnTask(opened, adminCall(uploadPreview, { params: { id: opened.task._id }, form, ...sending }))).preview
}

const params = ({ _id }: Preview) => ({ previewId: _id })

/** With `despiteFindings`, the admin has confirmed the delivery although findings are sure. */
export async function deliverDraft(opened: ChangedTask, draft: Preview, despiteFindings: boolean): Promise<Preview> {
  const query = despiteFindings ? { despiteFindings } : {}
  return (await actOnTask(opened, adminCall(deliverPreview, { params: params(draft), query }))).preview
}

export const requestCheck = (opened: Opened, draft: Preview): Promise<unknown> =>
  thenReload(opened, adminCall(requestPreviewCheck, { params: params(draft) }))

export const checkDraft = (opened: Opened, draft: Preview): Promise<unknown> =>
  thenReload(opened, adminCall(checkPreview, { params: params(draft) }))

export const removeDraft = (opened: Opened, draft: Preview): Promise<unknown> =>
  thenReload(opened, adminCall(removePreview, { params: params(draft) }))

/** Returns the form of `uploadPreview`: the files in their order, each with its alternative text and what the browser has read in it. */
function formOf(values: PreviewValues, deliver: boolean) {
  const fields: Record<string, string> = { caption: values.caption, deliver: String(deliver) }
  const files: Record<string, File> = {}
  for (const [at, file] of filesOf(values).entries()) {
    const number = at + 1
    const { poster, durationMs, codec, frames = {} } = inspectionOf(file) ?? {}
    const alternativeText = alternativeTextOf(file)
    files[`file${number}`] = file
    if (poster) files[`poster${number}`] = poster
    for (const [name, frame] of Object.entries(frames)) files[`${name}${number}`] = frame
    if (durationMs !== undefined) fields[`duration${number}`] = String(durationMs)
    if (codec) fields[`codec${number}`] = codec
    // Without the field, an equal file of an earlier version keeps its text.
    if (alternativeText) fields[`alternativeText${number}`] = alternativeText
  }
  return { fields: fields as FormFields<typeof uploadPreview>, files }
}
