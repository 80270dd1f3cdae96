import { formatPlaybackTime } from '@app/contracts/format/playback-time.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { fileLabel } from '../preview/file-label.ts'
import { NOTE_ITEM } from './focus-target.ts'
import styles from './NoteItem.module.css'
import { NoteThread } from './NoteThread.tsx'
import { noteTitle } from './note-words.ts'
import { type NotesOnPreview, useNotesOnPreview } from './notes-context.ts'

/** A note in the list: its number, its place, and its text with the replies. */
export function NoteItem({ note }: { note: PreviewNote }) {
  const notes = useNotesOnPreview()
  if (!notes) return null
  const { preview } = notes
  const isEarlier = note.previewId !== preview._id
  const title = isEarlier ? `${noteTitle(note)} of version ${note.previewNo}` : noteTitle(note)
  const place = placeInWords(note, notes)
  const continued = notes.source.notes?.find(({ _id }) => _id === note.continues)

  return (
    <li className={styles.item} data-team={note.visibility === 'team' || undefined} {...{ [NOTE_ITEM]: '' }}>
      <div className={styles.head}>
        <h4 className={styles.title}>{title}</h4>
        {place && <span className={styles.place}>{place}</span>}
        {!isEarlier && note.filePosition !== null && (
          <Button
            tone="quiet"
            size="small"
            className={styles.show}
            onClick={() => show(note, notes)}
            aria-label={`Show ${noteTitle(note)}`}
          >
            Show
          </Button>
        )}
      </div>
      {continued && (
        <p className={styles.place}>
          Continues {noteTitle(continued).toLowerCase()} of version {continued.previewNo}
        </p>
      )}
      <NoteThread note={note} />
      {isEarlier && note.state === 'open' && <ContinueHere note={note} />}
    </li>
  )
}

/** Scrolls to the pin of a note. The pins of a PDF file are in the viewer, so the note opens there. */
function show(note: PreviewNote, { setMode }: NotesOnPreview): void {
  setMode(note.page === null ? { kind: 'idle', focusId: note._id } : { kind: 'reading', noteId: note._id, surface: 'viewer' })
}

/**
 * A button that starts a note on the shown preview, which continues the earlier note. The cross starts at the place of the earlier note.
 */
function ContinueHere({ note }: { note: PreviewNote }) {
  const notes = useNotesOnPreview()
  const { filePosition, x, y } = note
  if (notes?.may !== 'write' || filePosition === null || x === null || y === null) return null
  if (note.file?.kind !== 'image' || notes.preview.files[filePosition - 1]?.kind !== 'image') return null
  const place = { filePosition, x, y, page: null, atMs: null }
  return (
    <Button
      tone="quiet"
      size="small"
      className={styles.show}
      onClick={() => notes.setMode({ kind: 'aiming', place, surface: 'page', continues: note._id })}
    >
      Mark the place in version {notes.preview.number}
    </Button>
  )
}

/** Returns for example "Picture 2 of 3", "at 0:12", or "page 3". Empty for the only picture of a preview. */
function placeInWords({ filePosition, file, atMs, page, previewId }: PreviewNote, { preview }: NotesOnPreview): string {
  if (filePosition === null || !file) return 'whole preview'
  const count = previewId === preview._id ? preview.files.length : 0
  const parts = [
    ...(count > 1 ? [fileLabel(file, filePosition - 1, count)] : []),
    ...(atMs !== null ? [`at ${formatPlaybackTime(atMs)}`] : []),
    ...(page !== null ? [`page ${page}`] : []),
  ]
  return parts.join(', ')
}
