import { createPhotoDelivery, endPhotoDelivery, getPhotoDelivery, uploadPhoto } from '@app/contracts/http/photos.ts'
import { photoCount } from '@app/contracts/rules/photos.ts'
import { ApiError, isOffline, isStatus, messageOf, noAnswer } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.tsx'
import { onUnauthorized } from '../../shared/api/session-end.ts'
import type { Draft } from '../../shared/form/draft-storage.ts'
import { useSession } from '../../shared/stores/session.ts'
import { notify } from '../../shared/ui/notify.tsx'
import { DOCUMENTS } from '../document/documents.ts'
import { forgetPhotos, keepPhotos, keptPhotos } from './kept-photos.ts'
import {
  changePhoto,
  clearAll,
  clearSent,
  isUnsent,
  type PhotosAbout,
  type PhotoToSend,
  progressOf,
  startPhotos,
  useSending,
} from './sending.ts'
import { storedDelivery } from './stored-delivery.ts'

const { getState, setState } = useSending

/** Two photos at once: while the server checks one, the other uses the connection. */
const AT_ONCE = 2
/** Delays in ms before a photo is sent again after a lost connection, or after the server was unavailable. */
const RETRY_DELAYS_MS = [1_000, 4_000]
/** A tab holds this lock while it sends photos, so that another tab does not send the same photos after it was opened. */
const LOCK = 'sending photos'
const FAILED = 'We couldn’t send your photos.'
const UNREADABLE = 'We couldn’t read this file. Please choose it again.'

/** The delivery that gets the photos. Undefined until one is needed, and after the server has ended it. */
let delivery: Promise<string> | undefined
/** Hashes of the photos that have arrived before the current run. */
let arrived: ReadonlySet<string> = new Set()
/** Where the browser stores the delivery. It is kept here, because a user who has signed out has no such place. */
let record: Draft | undefined
let running: Promise<void> | undefined
/** Cancels the uploads when the owner stops sending. */
let uploads = new AbortController()
/** Cancels the uploads when the connection is lost. Otherwise they would wait for a timeout, even after the connection is back. */
let connection = new AbortController()
/** Cancels everything when the session ends. */
let session = new AbortController()

const bodyOf = ({ companyProfileId, note, task }: PhotosAbout, count: number) => ({
  companyProfileId,
  count,
  ...(note && { note }),
  ...(task && { taskId: task.taskId }),
})

/** What the browser stores about a delivery, so that sending can continue after a reload. */
interface Stored {
  deliveryId: string
  about: PhotosAbout
}

async function begin(about: PhotosAbout, files: readonly File[]): Promise<string> {
  const { _id: deliveryId } = await call(createPhotoDelivery, { body: bodyOf(about, files.length), signal: session.signal })
  record = storedDelivery()
  record?.keep({ deliveryId, about } satisfies Stored)
  void keepPhotos(deliveryId, files)
  return deliveryId
}

/** Begins a delivery of the chosen photos, and sends them in the background. Throws if the server refuses the delivery. */
export async function sendChosen(about: PhotosAbout): Promise<void> {
  const files = getState().chosen
  const deliveryId = await begin(about, files)
  delivery = Promise.resolve(deliveryId)
  arrived = new Set()
  startPhotos(about, files)
  sendWaiting({ isNew: true })
}

/** Returns the id of the open delivery. If there is none, begins one for the photos that have not arrived. */
function openDelivery(): Promise<string> {
  const { about, photos } = getState()
  if (!about) throw new Error('There are no photos to send')
  delivery ??= begin(
    about,
    photos.filter(isUnsent).map(({ file }) => file),
  ).catch((error) => {
    delivery = undefined
    throw error
  })
  return delivery
}

/** Asks which photos have arrived, because the responses of earlier uploads may have been lost. */
async function findArrived(): Promise<void> {
  if (!delivery) return
  try {
    const params = { deliveryId: await delivery }
    const { photos, endedAt } = await call(getPhotoDelivery, { params, signal: session.signal })
    arrived = new Set(photos.map(({ sha256 }) => sha256))
    if (endedAt !== null) delivery = undefined
  } catch (error) {
    if (!isStatus(error, 404)) throw error
    delivery = undefined
  }
}

interface Run {
  /** Aborted when the owner stops sending, or when the session ends. */
  signal: AbortSignal
  /** Why the run must stop before all photos are sent. */
  failure?: unknown
}

/** Returns the next photo, which is then in progress. */
function takeNext(run: Run): PhotoToSend | undefined {
  const next = run.failure || run.signal.aborted ? undefined : getState().photos.find(({ state }) => state === 'waiting')
  if (next) changePhoto(next.id, { state: 'sending', share: 0 })
  return next
}

const refuse = ({ id }: PhotoToSend, message: string) => changePhoto(id, { state: 'refused', share: 0, message })

/** Refuses all photos that are not sent, for example because the quota is used up. */
function refuseUnsent(message: string): void {
  for (const photo of getState().photos.filter(isUnsent)) refuse(photo, message)
}

/** Whether the server has refused the photo itself, so that another attempt would fail, too. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 404, 408, 409, 429].includes(error.status)

/** Sends a photo in one attempt. Returns whether the company has sent the photo before. */
async function upload({ id, file }: PhotoToSend, sha256: string, signal: AbortSignal): Promise<boolean> {
  const deliveryId = await openDelivery()
  try {
    const { duplicateOf } = await call(uploadPhoto, {
      params: { deliveryId, sha256 },
      form: { fields: {}, files: { photo: file } },
      signal: AbortSignal.any([signal, connection.signal]),
      onProgress: (share) => changePhoto(id, { share }),
    })
    return duplicateOf !== undefined
  } catch (error) {
    if (connection.signal.aborted) throw noAnswer()
    // The delivery has ended, or was deleted. The next attempt begins another one, unless a parallel upload has done so.
    const isOver = isStatus(error, 409) || isStatus(error, 404)
    if (isOver && delivery && (await delivery) === deliveryId) delivery = undefined
    throw error
  }
}

/** Whether the connection is lost, so that a retry must wait until it is back. */
const isCutOff = (error: unknown): boolean => connection.signal.aborted || isOffline(error)

async function sendPhoto(photo: PhotoToSend, run: Run): Promise<void> {
  const sha256 = await hashFile(photo.file).catch(() => undefined)
  if (sha256 === undefined) return refuse(photo, UNREADABLE)
  if (arrived.has(sha256)) return changePhoto(photo.id, { state: 'sent' })
  /** Whether an earlier attempt may have succeeded although its response was lost. The photo is then known because of this attempt. */
  let mayHaveArrived = false
  for (let attempt = 0; !run.signal.aborted; attempt += 1) {
    try {
      const isKnown = await upload(photo, sha256, run.signal)
      return changePhoto(photo.id, { state: isKnown && !mayHaveArrived ? 'known' : 'sent', share: 1 })
    } catch (error) {
      if (run.signal.aborted) return
      if (isRefusal(error)) return error.code === 'quota' ? refuseUnsent(error.message) : refuse(photo, messageOf(error, FAILED))
      mayHaveArrived ||= error instanceof ApiError && (error.status === 0 || error.status >= 500)
      const delay = RETRY_DELAYS_MS[attempt]
      if (delay === undefined || run.failure || isCutOff(error) || isStatus(error, 401)) {
        changePhoto(photo.id, { state: 'waiting', share: 0 })
        run.failure ??= error
        return
      }
      const wait = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1_000 : delay
      if (!isStatus(error, 409) && !isStatus(error, 404)) await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

async function sendInTurn(run: Run): Promise<void> {
  for (let photo = takeNext(run); photo; photo = takeNext(run)) await sendPhoto(photo, run)
}

/** Tells the server that all photos of the delivery have arrived. A delivery without photos needs no end (422). */
async function end(): Promise<void> {
  if (!delivery) return
  try {
    await call(endPhotoDelivery, { params: { deliveryId: await delivery }, signal: session.signal })
  } catch (error) {
    if (!isStatus(error, 422) && !isStatus(error, 404)) throw error
  }
}

/** Deletes what the browser stores about the delivery. */
function forgetDelivery(): void {
  delivery = undefined
  record?.drop()
  void forgetPhotos()
}

const dropUnsent = (): void => setState(({ photos }) => ({ photos: photos.filter((photo) => !isUnsent(photo)) }))

function finish(): void {
  forgetDelivery()
  const { photos, isFormOpen } = getState()
  const { arrived: count, refused } = progressOf(photos)
  if (count + refused === 0) clearSent()
  else setState({ state: 'done' })
  void queryClient.invalidateQueries({ queryKey: [DOCUMENTS] })
  if (isFormOpen) return
  // The bar is hidden after a success, and shows the photos that could not be sent.
  if (count > 0) notify.success(`${photoCount(count)} sent`, { group: 'photos' })
  if (refused === 0) clearSent()
}

/** Says why sending is paused. The page handles an expired session (401). */
function problemOf(error: unknown): string {
  if (isStatus(error, 401)) return ''
  return isCutOff(error) ? 'You’re offline. We’ll continue as soon as you have a connection.' : messageOf(error, FAILED)
}

interface Attempt {
  /** Whether no photo of the delivery can have arrived yet. */
  isNew: boolean
}

async function sendAll({ isNew }: Attempt): Promise<void> {
  const { signal } = session
  uploads = new AbortController()
  connection = new AbortController()
  const run: Run = { signal: AbortSignal.any([uploads.signal, signal]) }
  setState({ state: 'sending', problem: '' })
  try {
    if (!isNew) await findArrived()
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendInTurn(run)))
    if (signal.aborted) return
    if (run.signal.aborted) dropUnsent()
    else if (run.failure) throw run.failure
    await end()
    if (!signal.aborted) finish()
  } catch (error) {
    if (signal.aborted) return
    setState({ state: 'paused', problem: problemOf(error) })
  }
}

/** Sends the photos that have not arrived. Does nothing if they are already being sent. */
export function sendWaiting(attempt: Attempt = { isNew: false }): void {
  const work = () => (navigator.locks ? navigator.locks.request(LOCK, { mode: 'shared' }, () => sendAll(attempt)) : sendAll(attempt))
  if (running) return
  const own = work().finally(() => {
    if (running !== own) return
    running = undefined
    // The connection came back before all canceled uploads had ended.
    if (connection.signal.aborted && navigator.onLine) continueIfPaused()
  })
  running = own
}

/** Stops sending. The photos that have arrived stay sent. */
export function stopSending(): void {
  uploads.abort()
  if (running) return
  dropUnsent()
  sendWaiting()
}

/** Continues to send the photos that a reload has interrupted, unless another tab sends them. */
export async function continueAfterReload(): Promise<void> {
  record = storedDelivery()
  const stored = record?.read() as Stored | undefined
  if (!stored || getState().state !== 'idle') return
  const locks = await navigator.locks?.query()
  if (locks?.held?.some(({ name }) => name === LOCK)) return
  const { signal } = session
  const files = await keptPhotos(stored.deliveryId)
  if (signal.aborted || getState().state !== 'idle') return
  if (files.length === 0) {
    forgetDelivery()
    return setState({ hasLost: true })
  }
  delivery = Promise.resolve(stored.deliveryId)
  arrived = new Set()
  startPhotos(stored.about, files)
  sendWaiting()
}

function continueIfPaused(): void {
  if (getState().state === 'paused' && document.visibilityState === 'visible') sendWaiting()
}
window.addEventListener('online', continueIfPaused)
window.addEventListener('offline', () => connection.abort())
// Phones suspend pages in the background, which breaks their connections.
document.addEventListener('visibilitychange', continueIfPaused)

/** Whether the server has ended the session. The owner can then sign in again, and sending continues. */
let isExpired = false
onUnauthorized('owner', () => {
  isExpired = true
})

useSession.subscribe(({ token }, before) => {
  if (token === before.token) return
  session.abort()
  session = new AbortController()
  running = undefined
  clearAll()
  // The next user of this browser must not find photos of an owner who has signed out.
  if (token === null && !isExpired) forgetDelivery()
  delivery = undefined
  isExpired = false
})

/** Returns the SHA-256 of a file in hexadecimal. Browsers offer this only in secure contexts (HTTPS). */
async function hashFile(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
