import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import type { NoteState } from '@app/contracts/rules/preview-notes.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '../../shared/api/api-error.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { ErrorText } from '../../shared/ui/ErrorText.tsx'
import styles from './DoneDialog.module.css'
import { noteTitle } from './note-words.ts'
import { useNotesOnPreview } from './notes-context.ts'
import { type NotedFile, PlaceCrop } from './PlaceCrop.tsx'

interface DoneDialogProps {
  note: PreviewNote
  onClose: () => void
  /** Called after the answer was saved and the dialog has closed. */
  onAnswered: () => void
}

/** Asks the client whether a resolved note is done, and shows the place of the note in its version and in the shown version. */
export default function DoneDialog({ note, onClose, onAnswered }: DoneDialogProps) {
  const notes = useNotesOnPreview()
  const [busyWith, setBusyWith] = useState<NoteState>()
  const [error, setError] = useState<string>()
  if (!notes) return null
  const { preview, source } = notes
  const isEarlier = note.previewId !== preview._id
  const after: NotedFile | undefined = note.filePosition === null ? undefined : preview.files[note.filePosition - 1]
  const isSameKind = after?.kind === note.file?.kind

  async function answer(state: NoteState): Promise<void> {
    setBusyWith(state)
    setError(undefined)
    try {
      await source.change(note, state)
      // The dialog restores the focus when it closes, so it must close first.
      flushSync(onClose)
      onAnswered()
    } catch (cause) {
      setError(messageOf(cause, 'We couldn’t save this. Please try again.'))
      setBusyWith(undefined)
    }
  }

  const button = (state: NoteState, label: string, tone: 'primary' | 'quiet') => (
    <Button
      tone={tone}
      state={busyWith === state ? 'busy' : 'idle'}
      busyLabel="Saving…"
      disabled={busyWith !== undefined}
      onClick={() => void answer(state)}
    >
      {label}
    </Button>
  )

  return (
    <Dialog
      title="Is this done?"
      wide={note.file !== null}
      onClose={onClose}
      footer={
        <>
          {button('open', 'Not yet', 'quiet')}
          {button('accepted', 'Yes, it’s done', 'primary')}
        </>
      }
    >
      <div className={styles.done}>
        <blockquote className={styles.text}>
          <strong>{noteTitle(note)}:</strong> {note.body}
        </blockquote>
        {note.file && (
          <div className={styles.crops}>
            <PlaceCrop label={`Version ${note.previewNo}`} file={note.file} place={note} />
            {isEarlier &&
              (after && isSameKind ? (
                <PlaceCrop label={`Version ${preview.number}`} file={after} place={note} />
              ) : (
                <p className={styles.missing}>Version {preview.number} has a different file here.</p>
              ))}
          </div>
        )}
        <ErrorText>{error}</ErrorText>
      </div>
    </Dialog>
  )
}
