import { PREVIEW_NOTE_REQUIRED } from '@app/contracts/rules/preview-notes.ts'
import { useState } from 'react'
import { Checkbox } from '../../shared/ui/Checkbox.tsx'
import { NoteTextForm } from './NoteTextForm.tsx'
import { type NewNotePlace, newNoteDraft, useNotesOnPreview } from './notes-context.ts'

/** The form of a new note. An admin chooses whether the client can read the note. A draft can have only team notes. */
export function NewNoteForm({ writing: { place, continues } }: { writing: NewNotePlace }) {
  const notes = useNotesOnPreview()
  const isDraft = notes?.preview.state === 'draft'
  const draft = notes?.draftOf(newNoteDraft(notes.preview._id))
  const [isForTeam, setForTeam] = useState(() => isDraft || (draft?.read() as { isForTeam?: boolean } | undefined)?.isForTeam === true)
  if (!notes) return null
  const { side, preview, source, setMode } = notes

  async function send(body: string): Promise<void> {
    const visibility = side === 'agency' ? { visibility: isForTeam ? ('team' as const) : ('everyone' as const) } : {}
    const added = await source.add({ previewId: preview._id, ...place, body, continues, ...visibility })
    setMode({ kind: 'idle', focusId: added._id })
  }

  return (
    <NoteTextForm
      label="Your note"
      required={PREVIEW_NOTE_REQUIRED}
      submitLabel="Add note"
      failure="We couldn’t save the note. Please try again."
      draft={draft}
      draftValues={{ place, continues, isForTeam }}
      onSend={send}
      onCancel={() => setMode({ kind: 'idle' })}
    >
      {side === 'agency' && (
        <Checkbox
          label="Team only"
          hint={isDraft ? 'The company never sees notes on a draft.' : 'The company never sees this note.'}
          checked={isForTeam}
          disabled={isDraft}
          onChange={(event) => setForTeam(event.currentTarget.checked)}
        />
      )}
    </NoteTextForm>
  )
}
