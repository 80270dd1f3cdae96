import type { addPreviewNote, PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { NoteState } from '@app/contracts/rules/preview-notes.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import type { CallInput } from '../../shared/api/route-types.ts'

type NewNote = CallInput<typeof addPreviewNote>['body']

/** The notes on the previews of a task, with the calls that change them. The portal and the page of review links have different calls. */
export interface NotesSource {
  /** The notes on all previews of the task, oldest first. Undefined until they are loaded. */
  notes: readonly PreviewNote[] | undefined
  /** Message if the notes could not be loaded. */
  failure: string | undefined
  isLoading: boolean
  reload: () => void
  /** Like `reply` and `change`, throws `ApiError` if the request fails. When the promise resolves, `notes` contains the change. */
  add: (note: NewNote) => Promise<PreviewNote>
  reply: (note: PreviewNote, body: string) => Promise<PreviewNote>
  change: (note: PreviewNote, state: NoteState) => Promise<PreviewNote>
}

export const NOTES_FAILED = 'We couldn’t load the notes.'

/** Maximum number of pages of notes that a screen loads. These pages contain 2,000 notes. */
export const NOTE_PAGES_MAX = 40

/** Returns the notes with a changed note in its place, or with a new note at the end. */
export function withNote(notes: readonly PreviewNote[], changed: PreviewNote): PreviewNote[] {
  const isNew = notes.every(({ _id }) => _id !== changed._id)
  return isNew ? [...notes, changed] : notes.map((note) => (note._id === changed._id ? changed : note))
}

/** Returns the current note in an error. The server sends it if the note has changed in the meantime (409). */
export const noteIn = (error: unknown): PreviewNote | undefined =>
  error instanceof ApiError ? (error.details as { note?: PreviewNote }).note : undefined
