import { create } from 'zustand'
import { useSession } from '../../../shared/stores/session.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import type { DocumentWords } from './document-form.ts'

/** A file that waits for its form to be sent; what was written about it already, where that failed. */
interface Waiting {
  file: File
  words?: DocumentWords
}

interface Sending {
  file: File
  /** How much of it is sent, 0 to 1. */
  share: number
  cancel: () => void
}

interface Uploads {
  waiting: readonly Waiting[]
  /** The first is under way, the others wait for it. */
  sending: readonly Sending[]
}

/** What is uploaded goes on whatever is looked at meanwhile: it lives beside the page, as long as its owner is signed in. */
export const useUploads = create<Uploads>(() => ({ waiting: [], sending: [] }))

const { getState, setState } = useUploads

/** Each gets a form of its own, one after the other. */
export const addFiles = (files: readonly File[]): void =>
  setState(({ waiting }) => ({ waiting: [...waiting, ...files.map((file) => ({ file }))] }))

/** What could not be sent waits for the next time, before all others; of a session that is over by now nothing does. */
export function putBack(failed: Waiting): void {
  if (useSession.getState().token) setState(({ waiting }) => ({ waiting: [failed, ...waiting] }))
  else sayLost(failed.file.name)
}

export const dropFile = (dropped: File): void => setState(({ waiting }) => ({ waiting: waiting.filter(({ file }) => file !== dropped) }))

export const dropFiles = (): void => setState({ waiting: [] })

/** Calls off what is sent, and drops what waits. */
export function stopUploads(): void {
  for (const { cancel } of getState().sending) cancel()
  setState({ waiting: [], sending: [] })
}

/** The names of all that would be lost. */
export const namesOf = ({ sending, waiting }: Uploads): string => [...sending, ...waiting].map(({ file }) => file.name).join(', ')

/** Who waits for an upload does not look at it all the time. */
const LOST_MS = 3_600_000

const sayLost = (names: string) => notify.error(`Not uploaded, because your session ended: ${names}`, { autoClose: LOST_MS })

let last: Promise<unknown> = Promise.resolve()

/** Sends a file once those before it have been: together they would share one line. Rejects with an `AbortError` where it is called off. */
export function sendInTurn<Answer>(
  file: File,
  send: (signal: AbortSignal, onProgress: (share: number) => void) => Promise<Answer>,
): Promise<Answer> {
  const stop = new AbortController()
  const own: Sending = { file, share: 0, cancel: () => stop.abort() }
  const change = (how: (all: readonly Sending[]) => readonly Sending[]) => setState(({ sending }) => ({ sending: how(sending) }))
  change((all) => [...all, own])

  const { promise: calledOff, reject } = Promise.withResolvers<never>()
  stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
  const sent = last.then(() => {
    stop.signal.throwIfAborted()
    return send(stop.signal, (share) => change((all) => all.map((one) => (one.file === file ? { ...one, share } : one))))
  })
  last = sent.catch(() => {})
  return Promise.race([sent, calledOff]).finally(() => change((all) => all.filter((one) => one.file !== file)))
}

useSession.subscribe(({ token }, before) => {
  if (token === before.token) return
  const lost = namesOf(getState())
  if (lost) sayLost(lost)
  stopUploads()
})

// The browser asks in its own words before a tab is closed or loaded anew.
const ask = (event: BeforeUnloadEvent) => event.preventDefault()
useUploads.subscribe(({ waiting, sending }) => {
  if (waiting.length + sending.length > 0) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
})
