import type { PreviewNote } from '@app/contracts/http/preview-notes.ts'
import { useEffect, useRef } from 'react'
import styles from './NotePin.module.css'
import type { Point } from './note-place.ts'
import { pinName, pinText } from './note-words.ts'

/**
 * Maximum distance from the top or right edge, as a fraction of the picture, at which a pin points the other way. Otherwise, the edge would
 * cut the pin off.
 */
const NEAR_EDGE = 0.12

/** Returns the position of a pin, whose tip is at the point. */
const at = ({ x, y }: Point) => ({
  style: { left: `${x * 100}%`, top: `${y * 100}%` },
  'data-below': y < NEAR_EDGE || undefined,
  'data-left': x > 1 - NEAR_EDGE || undefined,
})

interface NotePinProps {
  id: string
  note: PreviewNote
  /** The point of the shown picture. */
  point: Point
  isOpen: boolean
  /** Whether the pin gets the focus, and scrolls into view. */
  isFocused: boolean
  onPress: () => void
}

/** A numbered pin at the place of a note. Opens the note. */
export function NotePin({ id, note, point, isOpen, isFocused, onPress }: NotePinProps) {
  const ref = useFocusInView(isFocused)
  const isTeam = note.visibility === 'team'

  return (
    <button
      ref={ref}
      id={id}
      type="button"
      className={styles.pin}
      {...at(point)}
      data-note={note._id}
      data-state={note.state}
      data-team={isTeam || undefined}
      aria-label={isTeam ? `${pinText(note)}: ${pinName(note)}` : pinName(note)}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      {pinText(note)}
    </button>
  )
}

/** The pin of a note that is being written. The pin has no number before the note is sent. */
export const PinMark = ({ id, point }: { id: string; point: Point }) => (
  <span id={id} className={styles.pin} {...at(point)} data-state="new" aria-hidden="true">
    +
  </span>
)

/** Returns a ref for a button. When `isFocused` becomes true, the button scrolls into view and gets the focus. */
export function useFocusInView(isFocused: boolean) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isFocused || !ref.current) return
    ref.current.scrollIntoView({ block: 'center', inline: 'center' })
    ref.current.focus({ preventScroll: true })
  }, [isFocused])
  return ref
}
