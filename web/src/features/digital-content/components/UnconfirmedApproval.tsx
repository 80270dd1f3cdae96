import type { Task } from '@app/contracts/http/tasks.ts'
import { useId } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { useConfirmApproval, useUndoApproval } from '../approval-actions.ts'
import styles from './UnconfirmedApproval.module.css'

interface UnconfirmedApprovalProps {
  task: Task
  /** Called with the Pending task after the approval was undone. */
  onUndone: (task: Task) => void
}

/** Asks the owner whether an approval through a review link is real, because a mail scanner may have made it. */
export default function UnconfirmedApproval({ task, onUndone }: UnconfirmedApprovalProps) {
  const headingId = useId()
  const confirm = useConfirmApproval()
  const undo = useUndoApproval()
  return (
    <section className={styles.notice} aria-labelledby={headingId}>
      <h3 id={headingId}>Did you approve this preview?</h3>
      <p>
        This preview was approved through the link in our email. Some email apps open links automatically, so please confirm that it was
        you.
      </p>
      <div className={styles.actions}>
        <Button
          size="small"
          state={confirm.isPending ? 'busy' : 'idle'}
          busyLabel="Confirming…"
          disabled={undo.isPending}
          onClick={() => confirm.mutate(task)}
        >
          Confirm
        </Button>
        <Button
          size="small"
          tone="quiet"
          state={undo.isPending ? 'busy' : 'idle'}
          busyLabel="Undoing…"
          disabled={confirm.isPending}
          onClick={() => undo.mutate(task, { onSuccess: onUndone })}
        >
          Undo approval
        </Button>
      </div>
    </section>
  )
}
