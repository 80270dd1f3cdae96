import { PHOTOS_MAX, TOO_MANY_PHOTOS } from '@app/contracts/rules/photos.ts'
import { create } from 'zustand'
import { refusalOf } from '../../shared/ui/files.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { photoField } from './photo-field.ts'

/** What a delivery of photos is about. */
export interface PhotosAbout {
  companyProfileId: string
  note: string
  /** The task for which the photos are. Undefined for photos in general. */
  task?: { taskId: number; title: string } | undefined
}

/** `known`: the company has sent the photo before. `refused`: the photo cannot be sent, and `message` says why. */
type PhotoState = 'waiting' | 'sending' | 'sent' | 'known' | 'refused'

export interface PhotoToSend {
  id: number
  file: File
  state: PhotoState
  /** Uploaded share of the photo, from 0 to 1. */
  share: number
  message: string
}

interface Sending {
  /** The photos that the owner has chosen, and has not sent yet. */
  chosen: readonly File[]
  state: 'idle' | 'sending' | 'paused' | 'done'
  about: PhotosAbout | undefined
  photos: readonly PhotoToSend[]
  /** Why sending is paused. */
  problem: string
  /** Whether a reload has lost photos that were not sent. */
  hasLost: boolean
  /** Whether the form is open. The bar is then hidden, and there are no toasts. */
  isFormOpen: boolean
}

const nothing = { chosen: [], state: 'idle', about: undefined, photos: [], problem: '', hasLost: false } as const

/** Store of the photos that the owner sends. Sending continues when the form is closed, and in other sections of the portal. */
export const useSending = create<Sending>(() => ({ ...nothing, isFormOpen: false }))

const { getState, setState } = useSending

export const setFormOpen = (isFormOpen: boolean): void => setState({ isFormOpen })

/** Adds photos, up to the maximum. Returns whether all were added. */
export function choosePhotos(files: readonly File[]): boolean {
  const { chosen } = getState()
  const added = files.slice(0, PHOTOS_MAX - chosen.length)
  setState({ chosen: [...chosen, ...added] })
  return added.length === files.length
}

/** Adds the accepted ones of files that were dropped beside the field. A toast names the others. */
export function dropPhotos(files: readonly File[]): void {
  const refusals = files.map((file) => refusalOf(file, photoField))
  const areAllAdded = choosePhotos(files.filter((_file, at) => refusals[at] === undefined))
  const messages = [
    ...files.flatMap(({ name }, at) => (refusals[at] ? `${name}: ${refusals[at]}` : [])),
    ...(areAllAdded ? [] : [TOO_MANY_PHOTOS]),
  ]
  if (messages.length > 0) notify.error(messages.join('\n'))
}

export const dropChosen = (dropped: File): void => setState(({ chosen }) => ({ chosen: chosen.filter((file) => file !== dropped) }))

/** Clears everything except the photos that are chosen for the next delivery. */
export const clearSent = (): void => setState(({ chosen }) => ({ ...nothing, chosen }))

export const clearAll = (): void => setState(nothing)

export const changePhoto = (id: number, changes: Partial<PhotoToSend>): void =>
  setState(({ photos }) => ({ photos: photos.map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)) }))

let lastId = 0

/** Makes the files the photos of a delivery that is being sent. */
export function startPhotos(about: PhotosAbout, files: readonly File[]): void {
  const photos = files.map((file): PhotoToSend => ({ id: ++lastId, file, state: 'waiting', share: 0, message: '' }))
  const chosen = getState().chosen.filter((file) => !files.includes(file))
  setState({ ...nothing, chosen, about, photos, state: 'sending' })
}

const hasArrived = ({ state }: PhotoToSend): boolean => state === 'sent' || state === 'known'
export const isUnsent = ({ state }: PhotoToSend): boolean => state === 'waiting' || state === 'sending'

/** Returns the numbers and sizes that the form and the bar show. */
export function progressOf(photos: readonly PhotoToSend[]) {
  const counted = photos.filter(({ state }) => state !== 'refused')
  const size = counted.reduce((sum, { file }) => sum + file.size, 0)
  const sent = counted.reduce((sum, photo) => sum + photo.file.size * (hasArrived(photo) ? 1 : photo.share), 0)
  return {
    total: photos.length,
    arrived: photos.filter(hasArrived).length,
    known: photos.filter(({ state }) => state === 'known').length,
    refused: photos.length - counted.length,
    unsent: photos.filter(isUnsent).length,
    size,
    share: size > 0 ? sent / size : 0,
  }
}

// Shows the browser's confirmation dialog before the tab is closed or reloaded while photos are chosen or being sent.
const ask = (event: BeforeUnloadEvent) => event.preventDefault()
useSending.subscribe(({ chosen, state }) => {
  if (chosen.length > 0 || state === 'sending' || state === 'paused') window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})
