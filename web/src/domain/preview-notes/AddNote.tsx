import type { NotePlace } from '@app/contracts/rules/preview-notes.ts'
import { MessageSquarePlus } from 'lucide-react'
import { Button } from '../../shared/ui/Button.tsx'
import styles from './AddNote.module.css'
import { addButtonId, type Surface, useNotesOnPreview } from './notes-context.ts'

interface AddNoteProps {
  /** Returns the place where the cross appears. For a video, this place is the current moment. */
  place: () => NotePlace
  /** Whether the place must be chosen with the cross. */
  isAimed: boolean
  surface: Surface
  filePosition: number | null
  /** Accessible name, if the page has several such buttons. The name begins with the visible text. */
  label?: string
  children: string
}

/** The button that adds a note without a pointer, and a hint while the place is chosen. Shows nothing if the reader cannot write notes. */
export function AddNote({ place, isAimed, surface, filePosition, label, children }: AddNoteProps) {
  const notes = useNotesOnPreview()
  if (notes?.may !== 'write') return null
  const { mode, setMode } = notes
  const isAiming = mode.kind === 'aiming' && mode.surface === surface && mode.place.filePosition === filePosition
  return (
    <>
      <Button
        id={addButtonId(notes, filePosition, surface)}
        tone="quiet"
        size="small"
        aria-label={label}
        icon={<MessageSquarePlus aria-hidden="true" />}
        onClick={() => setMode({ kind: isAimed ? 'aiming' : 'writing', place: place(), surface, continues: null })}
      >
        {children}
      </Button>
      {isAiming && (
        <p className={styles.hint}>
          Click or tap the place.<span className={styles.pointerOnly}> Or move the cross with the arrow keys, and press Enter.</span>
        </p>
      )}
    </>
  )
}
