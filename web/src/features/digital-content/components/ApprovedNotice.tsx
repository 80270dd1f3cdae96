import type { Task } from '@app/contracts/http/tasks.ts'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { useUndoApproval } from '../approval-actions.ts'
import { useJustApproved } from '../just-approved.ts'
import styles from './ApprovedNotice.module.css'

/** At most this many approvals have a line with a button. */
const LINES_MAX = 3

/** The previews that the owner approved last. Each approval can be undone here until the task is posted. */
export function ApprovedNotice({ tasks }: { tasks: readonly Task[] }) {
  const ids = useJustApproved(({ ids }) => ids)
  const approved = tasks.filter(({ _id, currentStatus }) => currentStatus === 'Approved' && ids.includes(_id))
  if (approved.length === 0) return null
  const more = approved.length - LINES_MAX
  return (
    <section className={styles.notice} aria-label="Approved">
      <ul className={styles.lines}>
        {approved.slice(0, LINES_MAX).map((task) => (
          <ApprovedLine key={task._id} task={task} />
        ))}
      </ul>
      {more > 0 && <p>{`To undo the other ${more}, open their cards.`}</p>}
    </section>
  )
}

function ApprovedLine({ task }: { task: Task }) {
  const id = useId()
  const undo = useUndoApproval()
  return (
    <li className={styles.line}>
      <CircleCheck aria-hidden="true" />
      <p id={id} className={styles.words}>
        Approved. <span className={styles.title}>{task.title}</span>
      </p>
      <Button
        tone="quiet"
        size="small"
        aria-describedby={id}
        state={undo.isPending ? 'busy' : 'idle'}
        busyLabel="Undoing…"
        onClick={() => undo.mutate(task)}
      >
        Undo
      </Button>
    </li>
  )
}
