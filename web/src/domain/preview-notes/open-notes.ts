import type { NoteState } from '@app/contracts/rules/preview-notes.ts'

interface OpenNote {
  _id: string
  state: NoteState
  continues: string | null
}

/**
 * Returns the notes that are still open. If a note on a later preview continues a note, the continued note is no longer open.
 */
export function openNotesOf<N extends OpenNote>(notes: readonly N[]): N[] {
  const continued = new Set(notes.map(({ continues }) => continues))
  return notes.filter(({ _id, state }) => state === 'open' && !continued.has(_id))
}

/** Returns the open notes that the client can see. */
export const openForClient = <N extends OpenNote & { visibility: string }>(notes: readonly N[] | undefined): N[] =>
  openNotesOf((notes ?? []).filter(({ visibility }) => visibility === 'everyone'))
