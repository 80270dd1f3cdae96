import type { MouseEvent } from 'react'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import styles from './NotesOver.module.css'
import { isOn, type Point, picturePlace, pointAt, type Turns } from './note-place.ts'
import { type Surface, useNotesOnPreview } from './notes-context.ts'

// Loaded on demand, because most previews have no notes.
const PlacedNotes = lazyPart(() => import('./PlacedNotes.tsx'), { missing: () => null })

interface NotesOverProps {
  /** 1 for the first file of the preview. */
  filePosition: number
  /** 1 for the first page of a PDF file. Null for a picture. */
  page?: number | null
  surface: Surface
  turns?: Turns
  /** Called by a click of a reader who cannot write notes. */
  onOpen?: () => void
}

/**
 * Covers a picture or a page of a PDF file, and shows its notes. A click places a new note. The keyboard uses the button below the file
 * instead (`AddNote`). Without a surrounding `WithNotes`, shows nothing.
 */
export function NotesOver({ filePosition, page = null, surface, turns = 0, onOpen }: NotesOverProps) {
  const notes = useNotesOnPreview()
  if (!notes) return null
  const { may, mode, setMode, shown } = notes
  const isHere = (mode.kind === 'aiming' || mode.kind === 'writing') && mode.surface === surface && isOn(mode.place, filePosition, page)

  /** Places a new note. If a note is being written, a click moves its place. If a note is open, a click closes it. */
  function press(event: MouseEvent<HTMLDivElement>): void {
    // Pins, and the form beside a pin, are inside this element.
    if (event.target !== event.currentTarget) return
    if (mode.kind === 'reading') setMode({ kind: 'idle' })
    else if (may === 'write') write(pointAt(event, event.currentTarget.getBoundingClientRect(), turns))
    else onOpen?.()
  }

  function write(point: Point): void {
    const place = picturePlace(filePosition, page, point)
    notes?.setMode({ kind: 'writing', place, surface, continues: isHere ? mode.continues : null })
  }

  const isRead = mode.kind === 'reading' && mode.surface === surface
  const hasPins = shown.some((note) => isOn(note, filePosition, page))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard uses the button below the file
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard uses the button below the file
    <div className={styles.over} data-press={may === 'write' ? 'note' : onOpen && 'open'} onClick={press}>
      {(isHere || isRead || hasPins) && <PlacedNotes filePosition={filePosition} page={page} surface={surface} turns={turns} />}
    </div>
  )
}
