import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { adminCall } from '../../../shared/api/call.ts'
import type { ChangedTask } from '../task-actions.ts'
import { alternativeTextOf } from './alternative-texts.ts'
import { type Sending, sendPreview } from './preview-actions.ts'
import { isRejected } from './preview-failures.ts'
import { filesOf, type PreviewValues } from './preview-form.ts'

interface NewestPreviews {
  draft: Preview | undefined
  /** The caption of the last delivered preview. Empty if there is none. */
  caption: string
}

/** Loads what a new preview of a task would replace or continue. Only the first preview in the list can be a draft. */
export async function loadNewest({ task }: ChangedTask, signal: AbortSignal): Promise<NewestPreviews> {
  const previews = await adminCall(listPreviews, { params: { id: task._id }, query: { limit: 2 }, signal })
  return {
    draft: previews.find(({ state }) => state === 'draft'),
    caption: previews.find(({ state }) => state === 'delivered')?.caption ?? '',
  }
}

/** The last upload of a draft that is delivered after its check. The draft is undefined while it is not known whether the server has it. */
export interface LastUpload {
  current: { content: readonly unknown[]; draft?: Preview } | undefined
}

/** Returns what an upload sends, as a list that can be compared. */
const contentOf = (values: PreviewValues): unknown[] => [
  values.caption,
  ...filesOf(values).flatMap((file) => [file, alternativeTextOf(file)]),
]

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((part, at) => part === b[at])

interface Uploading extends Sending {
  /** The draft that the task has now. */
  existing: Preview | undefined
  last: LastUpload
}

/**
 * Uploads a preview as a draft, so that it is checked before its delivery. A draft of the same content that was uploaded before is not
 * uploaded again: its delivery may have succeeded without a response. Returns undefined if the upload would replace another draft of the
 * task, because that draft is the work of someone else, or was saved for later.
 */
export async function uploadToCheck(
  opened: ChangedTask,
  values: PreviewValues,
  { existing, last, ...sending }: Uploading,
): Promise<Preview | undefined> {
  const before = last.current
  const content = contentOf(values)
  const isRetry = before !== undefined && isSame(before.content, content)
  const isUnknown = isRetry && !before.draft
  if (existing && existing._id !== before?.draft?._id && !isUnknown) {
    last.current = undefined
    return undefined
  }
  if (isRetry && before.draft) return before.draft
  last.current = { content }
  try {
    const draft = await sendPreview(opened, { values, deliver: false }, sending)
    last.current = { content, draft }
    return draft
  } catch (error) {
    if (isRejected(error)) last.current = before?.draft && before
    throw error
  }
}
