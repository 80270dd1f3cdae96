import type { BoardTask } from '@app/contracts/http/board.ts'
import { LAUNCHES_MAX } from '@app/contracts/http/launch-tasks.ts'
import { useState } from 'react'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { tasksInWords } from './launch-many.ts'
import { SelectionBar } from './SelectionBar.tsx'
import type { Selection } from './use-selection.ts'

const LaunchDialog = lazyPart(() => import('./LaunchDialog.tsx'), { missing: PanelMissing })

interface LaunchBarProps {
  selection: Selection
  /** Number of tasks in the list. */
  listed: number
}

/** A bar at the bottom of the window that selects all due tasks, and launches the selected tasks. */
export default function LaunchBar({ selection, listed }: LaunchBarProps) {
  const { selected } = selection
  /** The tasks in the dialog. They stay in the dialog after they were launched and left the list. */
  const [launched, setLaunched] = useState<readonly BoardTask[]>()
  return (
    <>
      <SelectionBar
        label="Selected tasks"
        selection={selection}
        listed={listed}
        max={LAUNCHES_MAX}
        action={selected.length === 0 ? 'Launch selected' : `Launch ${tasksInWords(selected.length)}`}
        onAct={() => setLaunched(selected)}
      />
      {launched && <LaunchDialog chosen={launched} onClose={() => setLaunched(undefined)} />}
    </>
  )
}
