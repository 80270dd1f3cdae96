import type { Task } from '@app/contracts/http/tasks.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { DialogFooter } from '../../../shared/ui/Dialog.tsx'
import { useUndoApproval } from '../approval-actions.ts'
import styles from './UndoApproval.module.css'

interface UndoApprovalProps {
  task: Task
  /** Called with the Pending task after the approval was undone. */
  onUndone: (task: Task) => void
}

/** The footer of an approved task: the approval can be undone until the task is posted. */
export default function UndoApproval({ task, onUndone }: UndoApprovalProps) {
  const undo = useUndoApproval()
  return (
    <DialogFooter>
      <p className={styles.words}>Approved. You can undo this until we post it.</p>
      <Button
        tone="quiet"
        className={styles.undo}
        state={undo.isPending ? 'busy' : 'idle'}
        busyLabel="Undoing…"
        onClick={() => undo.mutate(task, { onSuccess: onUndone })}
      >
        Undo
      </Button>
    </DialogFooter>
  )
}
