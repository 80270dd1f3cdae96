import { formatPercent } from '@app/contracts/format/numbers.ts'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import styles from './NoteCross.module.css'
import { movedPoint, type Point, rotatedPoint, type Turns } from './note-place.ts'

/** The cross moves by this part of the picture. With Shift, it moves ten times as far. */
const STEP = 0.01
const FAR = 10

interface NoteCrossProps {
  /** The point of the natural picture. */
  point: Point
  turns: Turns
  onMove: (point: Point) => void
  onPlace: () => void
  onCancel: () => void
}

/** The cross that chooses the place of a new note. Arrow keys move it, Enter places the note, and Escape cancels. */
export function NoteCross({ point, turns, onMove, onPlace, onCancel }: NoteCrossProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const { x, y } = rotatedPoint(point, turns)
  const place = `${formatPercent(x)} from the left, ${formatPercent(y)} from the top`

  useLayoutEffect(() => ref.current?.focus({ preventScroll: true }), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cross scrolls into view after each move
  useLayoutEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [x, y])

  function press(event: KeyboardEvent): void {
    const far = event.shiftKey ? STEP * FAR : STEP
    const by = { ArrowLeft: { x: -far, y: 0 }, ArrowRight: { x: far, y: 0 }, ArrowUp: { x: 0, y: -far }, ArrowDown: { x: 0, y: far } }[
      event.key
    ]
    // Other components also use these keys: the gallery moves between files, and the dialog closes.
    event.stopPropagation()
    if (by) {
      event.preventDefault()
      onMove(movedPoint(point, by, turns))
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      onCancel()
    }
  }

  return (
    <>
      <button
        ref={ref}
        type="button"
        className={styles.cross}
        style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
        aria-label="Place of the note. Arrow keys move it, Enter places the note, and Escape cancels."
        onKeyDown={press}
        onClick={onPlace}
      />
      <span className="visually-hidden" role="status">
        {place}
      </span>
    </>
  )
}
