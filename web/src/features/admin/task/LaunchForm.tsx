import type { Task } from '@app/contracts/http/tasks.ts'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { Field } from '../../../shared/ui/Field.tsx'
import { useLaunchTask } from '../api/task-actions.ts'
import { toast } from '../toasts.ts'
import { launchFailure } from './failures.ts'
import styles from './LaunchForm.module.css'

/** Says what the owner should know about the posting, and launches the task as Posted. */
export function LaunchForm({ task }: { task: Task }) {
  const [adminPostComment, setComment] = useState('')
  const launch = useLaunchTask()
  const isPosted = task.currentStatus === 'Posted'

  function send(event: SubmitEvent): void {
    event.preventDefault()
    launch.mutate(
      { task, adminPostComment: adminPostComment.trim() },
      {
        onSuccess: () => toast.success('Task status set to Posted!'),
        onError: (error) => toast.failed(launchFailure(error)),
      },
    )
  }

  return (
    <form className={styles.form} onSubmit={send}>
      <div className={styles.comment}>
        <Field
          label="Admin Post Comment"
          maxLength={5000}
          value={isPosted ? (task.adminPostComment ?? '') : adminPostComment}
          readOnly={isPosted || launch.isPending}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </div>
      <Button type="submit" state={isPosted ? 'done' : launch.isPending ? 'busy' : 'idle'} busyLabel="Launching..." doneLabel="Launched">
        Launch
      </Button>
    </form>
  )
}
