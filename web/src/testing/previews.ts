import { deliverPreview, uploadPreview } from '@app/contracts/http/preview-deliveries.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { answer, refusal, reply, type Sent } from './api.ts'
import { picture, previewOf } from './fixtures.ts'
import { pdfOf } from './pdf.ts'

/** Returns a draft that an admin has saved. */
export const draftOf = (changes: Partial<Preview> = {}): Preview =>
  previewOf({ _id: 'draft-1', number: null, state: 'draft', deliveredAt: null, isCurrent: false, ...changes })

const partsOf = ({ address }: Sent): string[] => new URL(address, window.location.href).pathname.split('/')

/** The id of the task of a preview, from the request of an upload or of a delivery. */
export const taskIdIn = (sent: Sent): string =>
  partsOf(sent)
    .find((part) => /^(draft-)?task-/.test(part))
    ?.replace('draft-', '') ?? ''

/**
 * Mocks deliveries of previews: an upload saves a draft, which is then delivered. Changes the arrays, which other mocks read. `previews` are
 * those of the only task that is delivered. `refusals` contains messages with which uploads are rejected, by the ids of tasks. Returns the
 * requests.
 */
export function mockDeliveries(tasks: Task[], previews: Preview[] = [], refusals: Readonly<Record<string, string>> = {}) {
  const uploads = answer(uploadPreview, (sent) => {
    const task = tasks.find(({ _id }) => _id === taskIdIn(sent))
    const message = refusals[taskIdIn(sent)]
    if (message) return refusal(409, message)
    if (!task) return refusal(404, 'Task not found')
    const { caption } = Object.fromEntries(sent.body as FormData)
    const draft = draftOf({ _id: `draft-${task._id}`, caption: String(caption) })
    previews.splice(0, previews.length, draft, ...previews.filter(({ state }) => state !== 'draft'))
    return reply(uploadPreview, { task, preview: draft })
  })
  const deliveries = answer(deliverPreview, (sent) => {
    const at = tasks.findIndex(({ _id }) => _id === taskIdIn(sent))
    const task = tasks[at]
    if (!task) return refusal(404, 'Task not found')
    const number = (task.previewNo ?? 0) + 1
    const [draft, ...others] = previews
    const preview = previewOf({ _id: `draft-${task._id}`, number, caption: draft?.caption ?? '' })
    const delivered: Task = {
      ...task,
      currentStatus: 'Pending',
      doneTaskImage: picture('navy'),
      previewNo: number,
      version: task.version + 1,
    }
    tasks[at] = delivered
    previews.splice(0, previews.length, preview, ...others.map((other) => ({ ...other, isCurrent: false })))
    return reply(deliverPreview, { task: delivered, preview })
  })
  return { uploads, deliveries }
}

/** Returns a PNG file of one color. */
export async function pngFile(name: string): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([blob ?? ''], name, { type: 'image/png' })
}

export const pdfFile = (name: string): File => new File([pdfOf('First page')], name, { type: 'application/pdf' })

/** Returns a WebM video of about a second, with 160 × 90 pixels. */
export async function videoFile(name: string): Promise<File> {
  const response = await fetch(new URL('./clip.webm', import.meta.url))
  return new File([await response.blob()], name, { type: 'video/webm' })
}
