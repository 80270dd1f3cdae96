import { NewNoteForm } from './NewNoteForm.tsx'
import { NotePopup } from './NotePopup.tsx'
import { addButtonId, type NewNotePlace, useNotesOnPreview } from './notes-context.ts'

/** The form of a note on the whole preview, beside the button that opened it. */
export default function WholePreviewNote({ writing }: { writing: NewNotePlace }) {
  const notes = useNotesOnPreview()
  if (!notes) return null
  const addId = addButtonId(notes, null, 'page')
  return (
    <NotePopup title="Note on the whole preview" anchorId={addId} place="" returnToId={addId}>
      <NewNoteForm writing={writing} />
    </NotePopup>
  )
}
