import { useId } from 'react'
import { NewNoteForm } from './NewNoteForm.tsx'
import { NoteCross } from './NoteCross.tsx'
import { NotePin, PinMark } from './NotePin.tsx'
import { NotePopup } from './NotePopup.tsx'
import { NoteThread } from './NoteThread.tsx'
import { inReadingOrder, isOn, rotatedPoint, type Turns } from './note-place.ts'
import { noteTitle } from './note-words.ts'
import { addButtonId, type Surface, useNotesOnPreview } from './notes-context.ts'

interface PlacedNotesProps {
  filePosition: number
  page: number | null
  surface: Surface
  turns: Turns
}

/** The notes on a picture or on a page of a PDF file: the pins, the cross that places a new note, and the open note beside its pin. */
export default function PlacedNotes({ filePosition, page, surface, turns }: PlacedNotesProps) {
  const notes = useNotesOnPreview()
  const prefix = useId()
  if (!notes) return null
  const { mode, setMode, shown, source } = notes
  const opened =
    mode.kind === 'reading' && mode.surface === surface ? (source.notes ?? []).find(({ _id }) => _id === mode.noteId) : undefined
  const onThis = opened && !shown.includes(opened) && opened.previewId === notes.preview._id ? [...shown, opened] : shown
  const pins = inReadingOrder(onThis.filter((note) => isOn(note, filePosition, page)))
  const isHere = (mode.kind === 'aiming' || mode.kind === 'writing') && mode.surface === surface && isOn(mode.place, filePosition, page)
  const newPoint = isHere ? { x: mode.place.x ?? 0.5, y: mode.place.y ?? 0.5 } : undefined
  const addId = addButtonId(notes, filePosition, surface)
  const pinId = (noteId: string) => `${prefix}-${noteId}`

  return (
    <>
      {pins.map((note) => (
        <NotePin
          key={note._id}
          id={pinId(note._id)}
          note={note}
          point={rotatedPoint({ x: note.x ?? 0.5, y: note.y ?? 0.5 }, turns)}
          isOpen={note === opened}
          isFocused={mode.kind === 'idle' && mode.focusId === note._id}
          onPress={() => setMode(note === opened ? { kind: 'idle', focusId: note._id } : { kind: 'reading', noteId: note._id, surface })}
        />
      ))}
      {newPoint && mode.kind === 'aiming' && (
        <NoteCross
          point={newPoint}
          turns={turns}
          onMove={(point) => setMode({ ...mode, place: { ...mode.place, ...point } })}
          onPlace={() => setMode({ ...mode, kind: 'writing' })}
          onCancel={() => {
            setMode({ kind: 'idle' })
            document.getElementById(addId)?.focus()
          }}
        />
      )}
      {newPoint && mode.kind === 'writing' && (
        <>
          <PinMark id={pinId('new')} point={rotatedPoint(newPoint, turns)} />
          <NotePopup title="New note" anchorId={pinId('new')} place={`${newPoint.x} ${newPoint.y} ${turns}`} returnToId={addId}>
            <NewNoteForm writing={mode} />
          </NotePopup>
        </>
      )}
      {opened && pins.includes(opened) && (
        <NotePopup
          key={opened._id}
          title={noteTitle(opened)}
          anchorId={pinId(opened._id)}
          place={`${opened._id} ${turns}`}
          onClose={() => setMode({ kind: 'idle', focusId: opened._id })}
        >
          <NoteThread note={opened} />
        </NotePopup>
      )}
    </>
  )
}
