import type { ReactNode } from 'react'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import type { Selection } from '../launch/use-selection.ts'
import styles from './SelectionBar.module.css'

interface SelectionBarProps {
  selection: Pick<Selection<{ _id: string }>, 'selected' | 'selectable' | 'selectAll' | 'clear'>
  /** Number of items in the list. Without items, there is no bar. */
  listed: number
  /** At most this many items can be selected. */
  max: number
  label: string
  /** The button that acts on the selected items. */
  children: ReactNode
}

/** A bar at the bottom of the window that selects all items of a list, with a button for the selected ones. */
export function SelectionBar({ selection, listed, max, label, children }: SelectionBarProps) {
  const { selected, selectable, selectAll, clear } = selection
  const isAll = selected.length > 0 && selected.length === selectable
  if (listed === 0) return null
  return (
    <section className={styles.bar} aria-label={label}>
      <Checkbox
        label={listed > max ? `Select the first ${max}` : 'Select all'}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = selected.length > 0 && !isAll
        }}
        onChange={isAll ? clear : selectAll}
      />
      <span className={styles.count} role="status">
        {selected.length > 0 && `${selected.length} selected`}
      </span>
      {children}
    </section>
  )
}
