import { REMINDERS_MAX } from '@app/contracts/http/remind-task.ts'
import type { WaitingPreview } from '@app/contracts/http/waiting.ts'
import { useState } from 'react'
import { counted } from '../../../shared/format/counted.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { SelectionBar } from '../board/SelectionBar.tsx'
import type { Selection } from '../launch/use-selection.ts'

const RemindDialog = lazyPart(() => import('./RemindDialog.tsx'), { missing: PanelMissing })

interface RemindBarProps {
  selection: Selection<WaitingPreview>
  /** Number of previews in the list. */
  listed: number
}

/** A bar at the bottom of the window that selects all waiting previews, and reminds of the selected ones. */
export default function RemindBar({ selection, listed }: RemindBarProps) {
  const { selected, clear } = selection
  /** The previews in the dialog. They stay in the dialog after a decision. */
  const [chosen, setChosen] = useState<readonly WaitingPreview[]>()
  return (
    <>
      <SelectionBar label="Selected previews" selection={selection} listed={listed} max={REMINDERS_MAX}>
        <Button disabled={selected.length === 0} onClick={() => setChosen(selected)}>
          {selected.length === 0 ? 'Remind selected' : `Remind about ${counted(selected.length, 'preview')}`}
        </Button>
      </SelectionBar>
      {chosen && <RemindDialog chosen={chosen} onSent={clear} onClose={() => setChosen(undefined)} />}
    </>
  )
}
