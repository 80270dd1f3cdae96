import { create } from 'zustand'
import { useSession } from '../../../shared/stores/session.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import type { DocumentWords } from './document-form.ts'

/** A file that waits for the upload form. `words` is the text that the owner entered before an upload of the file failed. */
interface Waiting {
  file: File
  words?: DocumentWords
}

interface Sending {
  file: File
  /** Uploaded share of the file, from 0 to 1. */
  share: number
  cancel: () => void
}

interface Uploads {
  waiting: readonly Waiting[]
  /** The first upload is in progress. The others wait for it to end. */
  sending: readonly Sending[]
}

/** Store of all uploads and waiting files. Uploads continue in other sections of the portal, until the session ends. */
export const useUploads = create<Uploads>(() => ({ waiting: [], sending: [] }))

const { getState, setState } = useUploads

export const addFiles = (files: readonly File[]): void =>
  setState(({ waiting }) => ({ waiting: [...waiting, ...files.map((file) => ({ file }))] }))

/** Puts a file whose upload failed in front of the waiting files. If the session has ended, only shows the name of the lost file. */
export function putBack(failed: Waiting): void {
  if (useSession.getState().token) setState(({ waiting }) => ({ waiting: [failed, ...waiting] }))
  else showLost(failed.file.name)
}

export const dropFile = (dropped: File): void => setState(({ waiting }) => ({ waiting: waiting.filter(({ file }) => file !== dropped) }))

export const dropFiles = (): void => setState({ waiting: [] })

export function stopUploads(): void {
  for (const { cancel } of getState().sending) cancel()
  setState({ waiting: [], sending: [] })
}

export const namesOf = ({ sending, waiting }: Uploads): string => [...sending, ...waiting].map(({ file }) => file.name).join(', ')

/**
 * Options for toasts about uploads in the background. Because of their own group, these toasts do not close the toasts of the form that the
 * owner uses.
 */
export const UPLOAD_TOAST = { group: 'uploads' }

/** The toast stays for an hour, because the owner may not look at the screen during an upload. */
const LOST_MS = 3_600_000

const showLost = (names: string) =>
  notify.error(`Not uploaded, because your session ended: ${names}`, { ...UPLOAD_TOAST, autoClose: LOST_MS })

let last: Promise<unknown> = Promise.resolve()

/** Uploads files one after the other, because parallel uploads would share the bandwidth. Rejects with an `AbortError` if canceled. */
export function sendInTurn<Result>(
  file: File,
  send: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const own: Sending = { file, share: 0, cancel: () => stop.abort() }
  const change = (how: (all: readonly Sending[]) => readonly Sending[]) => setState(({ sending }) => ({ sending: how(sending) }))
  change((all) => [...all, own])

  const { promise: aborted, reject } = Promise.withResolvers<never>()
  stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  const sent = last.then(() => {
    stop.signal.throwIfAborted()
    return send(stop.signal, (share) => change((all) => all.map((one) => (one.file === file ? { ...one, share } : one))))
  })
  last = sent.catch(() => {})
  return Promise.race([sent, aborted]).finally(() => change((all) => all.filter((one) => one.file !== file)))
}

useSession.subscribe(({ token }, before) => {
  if (token === before.token) return
  const lost = namesOf(getState())
  if (lost) showLost(lost)
  stopUploads()
})

// Shows the browser's confirmation dialog before the tab is closed or reloaded while files are waiting or being uploaded.
const ask = (event: BeforeUnloadEvent) => event.preventDefault()
useUploads.subscribe(({ waiting, sending }) => {
  if (waiting.length + sending.length > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})
