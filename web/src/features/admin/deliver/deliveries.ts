import type { BoardTask } from '@app/contracts/http/board.ts'
import { create } from 'zustand'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { inspectionOf } from '../task/inspections.ts'
import { matchFile } from './match-file.ts'

/** Maximum number of files in the dialog at once. */
export const DELIVERIES_MAX = 50

/** A chosen file and the task for which it is the preview, or a part of the preview. */
export interface Delivery {
  file: File
  task: BoardTask | undefined
  /** How the task was found. Undefined before the tasks are loaded. */
  by: 'number' | 'title' | 'hand' | 'nothing' | undefined
  state: 'waiting' | 'sending' | 'delivered' | 'failed'
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
  const next = added.map((file): Delivery => ({ file, task: undefined, by: undefined, state: 'waiting', share: 0, message: '' }))
  setState({ deliveries: [...deliveries, ...next] })
  return files.length - added.length
}

/** Finds the tasks of the new files by their names. Skips files that were processed before, and files for which an admin chose a task. */
export function matchFiles(tasks: readonly BoardTask[]): void {
  const matched = ({ file }: Delivery) => matchFile(file.name, tasks) ?? ({ task: undefined, by: 'nothing' } as const)
  setState(({ deliveries }) => ({ deliveries: deliveries.map((one) => (one.by ? one : { ...one, ...matched(one) })) }))
}

export const chooseTask = (file: File, task: BoardTask | undefined): void =>
  change((one) => one.file === file, { task, by: task ? 'hand' : 'nothing', state: 'waiting', message: '' })

export const removeFile = (file: File): void =>
  setState(({ deliveries }) => ({ deliveries: deliveries.filter((one) => one.file !== file) }))

export const removeDelivered = (): void =>
  setState(({ deliveries }) => ({ deliveries: deliveries.filter(({ state }) => state !== 'delivered') }))

export const removeAll = (): void => setState({ deliveries: [] })

const isOpen = ({ state }: Delivery): boolean => state === 'waiting' || state === 'failed'

const isSendable = (one: Delivery): boolean => isOpen(one) && one.task !== undefined && !inspectionOf(one.file)?.problem

/** The previews that `deliverAll` sends. Several files for one task are one preview. */
export const previewsOf = (deliveries: readonly Delivery[]): Delivery[][] => [
  ...Map.groupBy(deliveries.filter(isSendable), ({ task }) => task?._id).values(),
]

useAdminSession.subscribe(({ token }, before) => {
  if (token !== before.token) removeAll()
})

// Shows the browser's confirmation dialog before the tab is closed or reloaded while files are not delivered yet.
const ask = (event: BeforeUnloadEvent) => event.preventDefault()
useDeliveries.subscribe(({ deliveries }) => {
  if (deliveries.some(({ state }) => state !== 'delivered')) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})
