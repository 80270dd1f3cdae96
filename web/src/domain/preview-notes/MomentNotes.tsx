import { formatPlaybackTime } from '@app/contracts/format/playback-time.ts'
import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { type RefObject, useId } from 'react'
import { NewNoteForm } from './NewNoteForm.tsx'
import { useFocusInView } from './NotePin.tsx'
import { NotePopup } from './NotePopup.tsx'
import { NoteThread } from './NoteThread.tsx'
import { noteTitle, pinName } from './note-words.ts'
import { addButtonId, useNotesOnPreview } from './notes-context.ts'
import styles from './VideoNotes.module.css'

interface MomentNotesProps {
  filePosition: number
  video: RefObject<HTMLVideoElement | null>
}

/** The notes on the moments of a video, in the order of the video. A press shows the moment and opens the note. */
export default function MomentNotes({ filePosition, video }: MomentNotesProps) {
  const notes = useNotesOnPreview()
  const prefix = useId()
  if (!notes) return null
  const { mode, setMode, shown } = notes
  const moments = shown
    .filter((note) => note.filePosition === filePosition)
    .toSorted((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0) || a.number - b.number)
  const opened = mode.kind === 'reading' ? moments.find(({ _id }) => _id === mode.noteId) : undefined
  const idOf = (note: PreviewNote) => `${prefix}-${note._id}`

  function read(note: PreviewNote): void {
    if (note === opened) {
      setMode({ kind: 'idle' })
      return
    }
    if (video.current) {
      video.current.pause()
      video.current.currentTime = (note.atMs ?? 0) / 1000
    }
    setMode({ kind: 'reading', noteId: note._id, surface: 'page' })
  }

  return (
    <>
      {moments.length > 0 && (
        <ul className={styles.moments} aria-label="Notes on this video">
          {moments.map((note) => (
            <li key={note._id}>
              <Moment
                id={idOf(note)}
                note={note}
                isOpen={note === opened}
                isFocused={mode.kind === 'idle' && mode.focusId === note._id}
                onPress={() => read(note)}
              />
            </li>
          ))}
        </ul>
      )}
      {mode.kind === 'writing' && mode.place.filePosition === filePosition && (
        <NotePopup
          title={`New note at ${formatPlaybackTime(mode.place.atMs ?? 0)}`}
          anchorId={addButtonId(notes, filePosition, 'page')}
          place=""
          returnToId={addButtonId(notes, filePosition, 'page')}
        >
          <NewNoteForm writing={mode} />
        </NotePopup>
      )}
      {opened && (
        <NotePopup key={opened._id} title={noteTitle(opened)} anchorId={idOf(opened)} place={opened._id}>
          <NoteThread note={opened} />
        </NotePopup>
      )}
    </>
  )
}

interface MomentProps {
  id: string
  note: PreviewNote
  isOpen: boolean
  isFocused: boolean
  onPress: () => void
}

function Moment({ id, note, isOpen, isFocused, onPress }: MomentProps) {
  const ref = useFocusInView(isFocused)
  const time = formatPlaybackTime(note.atMs ?? 0)
  return (
    <button
      ref={ref}
      id={id}
      type="button"
      className={styles.moment}
      data-team={note.visibility === 'team' || undefined}
      aria-label={`${time}: ${pinName(note)}`}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      {time} <span className={styles.number}>{noteTitle(note)}</span>
    </button>
  )
}
