import type { BoardTask } from '@app/contracts/http/board.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { CAPTION_MAX } from '@app/contracts/rules/previews.ts'
import { create } from 'zustand'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { inspectionOf } from '../task/inspections.ts'
import { lengthOf } from '../task/preview-form.ts'
import { matchFile } from './match-file.ts'

/** Maximum number of files in the dialog at once. */
export const DELIVERIES_MAX = 50

/** A chosen file and the task for which it is the preview, or a part of the preview. */
export interface Delivery {
  file: File
  task: BoardTask | undefined
  /** How the task was found. Undefined before the tasks are loaded. */
  by: 'number' | 'title' | 'hand' | 'nothing' | undefined
  /** The caption of the preview. Empty: the caption of the task's last version stays. */
  caption: string
  /** `checking`: the draft is uploaded. `found`: the draft has findings that are sure, and the admin decides. */
  state: 'waiting' | 'sending' | 'checking' | 'found' | 'delivered' | 'failed'
  /** The uploaded draft of the preview, in the states `checking` and `found`. */
  draft?: Preview
  /** Whether the preview was delivered before its check had ended. */
  isUnchecked?: boolean
  /** Uploaded share of the preview, from 0 to 1. */
  share: number
  /** The reason why the delivery failed. */
  message: string
}

interface Deliveries {
  deliveries: readonly Delivery[]
  isSending: boolean
  /** The remaining previews are not sent, because the admin pressed "Stop". */
  isStopping: boolean
}

/** Store of the chosen files. Deliveries continue after the dialog is closed, until the session ends. */
export const useDeliveries = create<Deliveries>(() => ({ deliveries: [], isSending: false, isStopping: false }))

const { getState, setState } = useDeliveries

/** Changes the deliveries for which `belongs` returns true. */
export const change = (belongs: (delivery: Delivery) => boolean, changes: Partial<Delivery>): void =>
  setState(({ deliveries }) => ({ deliveries: deliveries.map((one) => (belongs(one) ? { ...one, ...changes } : one)) }))

/** Adds files, up to the maximum. Returns the number of files that were left out. */
export function addFiles(files: readonly File[]): number {
  const { deliveries } = getState()
  const added = files.slice(0, DELIVERIES_MAX - deliveries.length)
  const next = added.map(
    (file): Delivery => ({ file, task: undefined, by: undefined, caption: '', state: 'waiting', share: 0, message: '' }),
  )
  setState({ deliveries: [...deliveries, ...next] })
  return files.length - added.length
}

/** Finds the tasks of the new files by their names. Skips files that were processed before, and files for which an admin chose a task. */
export function matchFiles(tasks: readonly BoardTask[]): void {
  const matched = ({ file }: Delivery) => matchFile(file.name, tasks) ?? ({ task: undefined, by: 'nothing' } as const)
  setState(({ deliveries }) => ({ deliveries: deliveries.map((one) => (one.by ? one : { ...one, ...matched(one) })) }))
}

/** Chooses the task of a file. A file that leaves a preview of several files leaves the caption to the others. */
export function chooseTask(file: File, task: BoardTask | undefined): void {
  const { deliveries } = getState()
  const before = deliveries.find((one) => one.file === file)?.task
  const leavesOthers = before !== undefined && deliveries.some((one) => one.file !== file && one.task?._id === before._id)
  const changes = { task, by: task ? 'hand' : 'nothing', state: 'waiting', message: '', ...(leavesOthers && { caption: '' }) } as const
  change((one) => one.file === file, changes)
}

/** Returns the caption of a preview: the first one that was typed or pasted for one of its files. */
export const captionOf = (preview: readonly Delivery[]): string => preview.find(({ caption }) => caption.trim() !== '')?.caption ?? ''

/** Sets the caption of a file, and of the other files of its preview. */
export const setCaption = ({ file, task }: Delivery, caption: string): void =>
  change((one) => one.file === file || (task !== undefined && one.task?._id === task._id), { caption, message: '' })

export const isCaptionTooLong = (caption: string): boolean => lengthOf(caption) > CAPTION_MAX

export const removeFile = (file: File): void =>
  setState(({ deliveries }) => ({ deliveries: deliveries.filter((one) => one.file !== file) }))

export const removeDelivered = (): void =>
  setState(({ deliveries }) => ({ deliveries: deliveries.filter(({ state }) => state !== 'delivered') }))

export const removeAll = (): void => setState({ deliveries: [] })

const isOpen = ({ state }: Delivery): boolean => state === 'waiting' || state === 'failed'

const isSendable = (one: Delivery): boolean => isOpen(one) && one.task !== undefined && !inspectionOf(one.file)?.problem

/** Returns the files that can be sent, by preview. Several files for one task are one preview. */
export const groupedFiles = (deliveries: readonly Delivery[]): Delivery[][] => [
  ...Map.groupBy(deliveries.filter(isSendable), ({ task }) => task?._id).values(),
]

/** The previews whose findings the admin must look at, by their drafts. */
export const foundPreviews = (deliveries: readonly Delivery[]): Delivery[][] => [
  ...Map.groupBy(
    deliveries.filter(({ state }) => state === 'found'),
    ({ draft }) => draft?._id,
  ).values(),
]

/** The previews that `deliverAll` sends. */
export const previewsOf = (deliveries: readonly Delivery[]): Delivery[][] =>
  groupedFiles(deliveries).filter((preview) => !isCaptionTooLong(captionOf(preview)))

useAdminSession.subscribe(({ token }, before) => {
  if (token !== before.token) removeAll()
})

// Shows the browser's confirmation dialog before the tab is closed or reloaded while files are not delivered yet.
const ask = (event: BeforeUnloadEvent) => event.preventDefault()
useDeliveries.subscribe(({ deliveries }) => {
  if (deliveries.some(({ state }) => state !== 'delivered')) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})
