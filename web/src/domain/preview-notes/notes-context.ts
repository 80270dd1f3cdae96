import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import type { NotePlace, NoteSide } from '@app/contracts/rules/preview-notes.ts'
import { createContext, use } from 'react'
import type { Draft } from '../../shared/form/draft-storage.ts'
import type { NotesSource } from './notes-source.ts'

/** Where a file is shown: in the page or panel, or in a dialog over it (a picture in full size, a PDF file). */
export type Surface = 'page' | 'viewer'

/** The note that a person is writing, before it is sent. */
export interface NewNotePlace {
  place: NotePlace
  surface: Surface
  /** Id of the note on an earlier preview that the new note continues. */
  continues: string | null
}

/**
 * The note that is being placed, written or read. `focusId` is the note whose pin gets the focus. `aiming`: a cross, which the arrow keys
 * move, shows the place of a new note.
 */
export type NotesMode =
  | { kind: 'idle'; focusId?: string }
  | ({ kind: 'aiming' | 'writing' } & NewNotePlace)
  | { kind: 'reading'; noteId: string; surface: Surface }

export type NotesFilter = 'open' | 'all'

/**
 * The permission of the reader. `write`: add notes, reply and change states. `answer`: reply and change states. `read`: only read. The
 * server also checks each request.
 */
export type NotesPermission = 'write' | 'answer' | 'read'

/** The preview that a screen shows, with the notes of its task. */
export interface NotesOnPreview {
  source: NotesSource
  side: NoteSide
  may: NotesPermission
  preview: Preview
  /** Returns where unsent text is stored. Undefined without a signed-in user. */
  draftOf: (name: string) => Draft | undefined
  mode: NotesMode
  setMode: (mode: NotesMode) => void
  filter: NotesFilter
  setFilter: (filter: NotesFilter) => void
  /** The notes on the shown preview that match the filter. */
  shown: readonly PreviewNote[]
}

export const NotesContext = createContext<NotesOnPreview | undefined>(undefined)

/** Returns the notes on the surrounding preview. Undefined if this preview is shown without notes. */
export const useNotesOnPreview = (): NotesOnPreview | undefined => use(NotesContext)

/** Returns the id of the button that adds a note to a file. */
export const addButtonId = ({ preview }: NotesOnPreview, filePosition: number | null, surface: Surface): string =>
  `add-note-${preview._id}-${filePosition ?? 'whole'}-${surface}`

/** Name of the draft of a new note on a preview. */
export const newNoteDraft = (previewId: string): string => `note on ${previewId}`
