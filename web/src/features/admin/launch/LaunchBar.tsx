import type { BoardTask } from '@app/contracts/http/board.ts'
import { LAUNCHES_MAX } from '@app/contracts/http/launch-tasks.ts'
import { useState } from 'react'
import { counted } from '../../../shared/format/counted.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { SelectionBar } from '../board/SelectionBar.tsx'
import type { Selection } from './use-selection.ts'

const LaunchDialog = lazyPart(() => import('./LaunchDialog.tsx'), { missing: PanelMissing })

interface LaunchBarProps {
  selection: Selection<BoardTask>
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
      <SelectionBar selection={selection} listed={listed} max={LAUNCHES_MAX} label="Selected tasks">
        <Button disabled={selected.length === 0} onClick={() => setLaunched(selected)}>
          {selected.length === 0 ? 'Launch selected' : `Launch ${counted(selected.length, 'task')}`}
        </Button>
      </SelectionBar>
      {launched && <LaunchDialog chosen={launched} onClose={() => setLaunched(undefined)} />}
    </>
  )
}
