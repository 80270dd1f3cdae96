import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { leaveForms } from '../form/unsent.ts'
import { IconButton } from './Button.tsx'
import styles from './ListSteps.module.css'

/** Fields that accept letters. In these fields, J and K are not shortcuts. */
const TYPED = 'textarea, select, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="file"])'

/** The steps from the open item to other items of a list. */
export interface ListStepsProps<Id extends string | number> {
  /** Kind of the items, for the names of the buttons. Default: "task". */
  what?: string
  title: string
  /** Position in the list, for example "3 of 24". Undefined if the list does not contain the item, or no longer contains it. */
  position: string | undefined
  previous: Id | undefined
  next: Id | undefined
  /** Shows another item in the panel. */
  open: (id: Id) => void
}

/**
 * Buttons for the previous and the next item of the list. The keys K and J press them, except in fields and while another dialog is open.
 */
export function ListSteps<Id extends string | number>({ what = 'task', title, position, previous, next, open }: ListStepsProps<Id>) {
  const group = useRef<HTMLDivElement>(null)

  function step(id: Id | undefined): void {
    const panel = group.current?.closest('dialog')
    if (id !== undefined && panel) leaveForms(() => open(id), panel)
  }

  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey || (target as Element).matches(TYPED)) return
    if (document.querySelectorAll('dialog:modal').length > 1) return
    if (key === 'j' || key === 'J') step(next)
    if (key === 'k' || key === 'K') step(previous)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressKey(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <div ref={group} className={styles.steps}>
      {position && (
        <span className={styles.position} aria-hidden="true">
          {position}
        </span>
      )}
      {(previous !== undefined || next !== undefined) && (
        <>
          <IconButton
            label={`Previous ${what} (K)`}
            icon={<ChevronUp />}
            aria-keyshortcuts="K"
            aria-disabled={previous === undefined || undefined}
            onClick={() => step(previous)}
          />
          <IconButton
            label={`Next ${what} (J)`}
            icon={<ChevronDown />}
            aria-keyshortcuts="J"
            aria-disabled={next === undefined || undefined}
            onClick={() => step(next)}
          />
        </>
      )}
      {/* Screen readers announce this text after each step. They do not read the new title while the focus stays on a button. */}
      <span className="visually-hidden" role="status">
        {position && `${title}, ${position}`}
      </span>
    </div>
  )
}

/**
 * Returns the items before and after an item of a list. `index` is the position of the item. If the item has left the list, `index` is -1,
 * and `at` is the position that the item had.
 */
export function neighborsOf<T>(items: readonly T[], index: number, at: number): { before: readonly T[]; after: readonly T[] } {
  return index < 0
    ? { before: items.slice(0, at), after: items.slice(at) }
    : { before: items.slice(0, index), after: items.slice(index + 1) }
}
