import type { BoardTask } from '@app/contracts/http/board.ts'
import { LAUNCHES_MAX } from '@app/contracts/http/launch-tasks.ts'
import { useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import styles from './LaunchBar.module.css'
import { tasksInWords } from './launch-many.ts'
import type { Selection } from './use-selection.ts'

const LaunchDialog = lazyPart(() => import('./LaunchDialog.tsx'), { missing: PanelMissing })

interface LaunchBarProps {
  selection: Selection
  /** Number of tasks in the list. */
  listed: number
}

/** A bar at the bottom of the window that selects all due tasks, and launches the selected tasks. */
export default function LaunchBar({ selection, listed }: LaunchBarProps) {
  const { selected, selectable, selectAll, clear } = selection
  /** The tasks in the dialog. They stay in the dialog after they were launched and left the list. */
  const [launched, setLaunched] = useState<readonly BoardTask[]>()
  const isAll = selected.length > 0 && selected.length === selectable

  return (
    <>
      {listed > 0 && (
        <section className={styles.bar} aria-label="Selected tasks">
          <Checkbox
            label={listed > LAUNCHES_MAX ? `Select the first ${LAUNCHES_MAX}` : 'Select all'}
            checked={isAll}
            ref={(input) => {
              if (input) input.indeterminate = selected.length > 0 && !isAll
            }}
            onChange={isAll ? clear : selectAll}
          />
          <span className={styles.count} role="status">
            {selected.length > 0 && `${selected.length} selected`}
          </span>
          <Button disabled={selected.length === 0} onClick={() => setLaunched(selected)}>
            {selected.length === 0 ? 'Launch selected' : `Launch ${tasksInWords(selected.length)}`}
          </Button>
        </section>
      )}
      {launched && <LaunchDialog chosen={launched} onClose={() => setLaunched(undefined)} />}
    </>
  )
}
