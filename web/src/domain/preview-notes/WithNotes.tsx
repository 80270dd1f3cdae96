import type { Preview } from '@app/contracts/http/previews.ts'
import { type NotePlace, WHOLE_PREVIEW } from '@app/contracts/rules/preview-notes.ts'
import { type ReactNode, useState } from 'react'
import { NotesContext, type NotesFilter, type NotesMode, type NotesOnPreview, newNoteDraft } from './notes-context.ts'

interface WithNotesProps extends Pick<NotesOnPreview, 'source' | 'side' | 'may' | 'draftOf'> {
  /** The preview that the children show. Undefined while it is loading, and if the task has no preview. */
  preview: Preview | undefined
  children: ReactNode
}

const IDLE: NotesMode = { kind: 'idle' }

/**
 * Provides the notes on a preview to its children, which show the files and the notes. Opens the stored draft of a note again, for example
 * after a reload.
 */
export function WithNotes({ preview, children, ...given }: WithNotesProps) {
  const [filter, setFilter] = useState<NotesFilter>(given.may === 'read' ? 'all' : 'open')
  // The mode is reset when another version is shown.
  const [entered, setEntered] = useState<{ previewId: string; mode: NotesMode }>()
  if (!preview) return <NotesContext value={undefined}>{children}</NotesContext>

  const previewId = preview._id
  if (entered?.previewId !== previewId) setEntered({ previewId, mode: given.may === 'write' ? modeOfDraft(given, previewId) : IDLE })
  const onThis = (given.source.notes ?? []).filter((note) => note.previewId === previewId)
  const value: NotesOnPreview = {
    ...given,
    preview,
    mode: entered?.previewId === previewId ? entered.mode : IDLE,
    setMode: (mode) => setEntered({ previewId, mode }),
    filter,
    setFilter,
    shown: filter === 'all' ? onThis : onThis.filter(({ state }) => state === 'open'),
  }
  return <NotesContext value={value}>{children}</NotesContext>
}

/** Returns the mode in which a stored draft is edited. */
function modeOfDraft({ draftOf }: Pick<NotesOnPreview, 'draftOf'>, previewId: string): NotesMode {
  const draft = draftOf(newNoteDraft(previewId))?.read() as ({ place?: NotePlace; continues?: string | null } & object) | undefined
  if (!draft?.place) return IDLE
  const place = { ...WHOLE_PREVIEW, ...draft.place }
  return { kind: 'writing', place, surface: place.page === null ? 'page' : 'viewer', continues: draft.continues ?? null }
}
