import type { Task } from '@app/contracts/http/tasks.ts'
import { canRemove, canReview } from '@app/contracts/rules/task-status.ts'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { messageOf } from '../../../shared/api/api-error.ts'
import { PreviewPicture } from '../../../shared/task/PreviewPicture.tsx'
import { TaskSheet } from '../../../shared/task/TaskSheet.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog.tsx'
import { SidePanel } from '../../../shared/ui/SidePanel.tsx'
import { useTask } from '../api/task.ts'
import { useApproveTask, useRemoveTask } from '../api/task-actions.ts'
import { toast } from '../toasts.ts'
import { NO_PICTURE } from './no-picture.ts'
import { ReferBack } from './ReferBack.tsx'
import styles from './TaskReview.module.css'
import { TaskReviewFacts } from './TaskReviewFacts.tsx'

interface TaskReviewProps {
  /** The task as the list has it, shown until the whole of it is there. */
  listed: Task
  onClose: () => void
}

/** A pending task: its preview, what was asked for, and what its owner can do with it. */
export default function TaskReview({ listed, onClose }: TaskReviewProps) {
  const fetched = useTask(String(listed.taskId))
  const [mode, setMode] = useState<'look' | 'refer-back' | 'remove'>('look')
  const referBackButton = useRef<HTMLButtonElement>(null)
  const approve = useApproveTask()
  const remove = useRemoveTask()
  // What was fetched when it was opened before may be older than the list.
  const task = fetched.data && fetched.data.version >= listed.version ? fetched.data : listed
  const failure = fetched.isError ? 'Error loading task details' : fetched.isSuccess && !fetched.data ? 'No task data received' : undefined

  useEffect(() => {
    if (failure) toast.failed(failure)
  }, [failure])

  function approveIt(): void {
    approve.mutate(task, {
      onSuccess: () => {
        toast.success('Task approved successfully')
        onClose()
      },
      onError: (error) => toast.failed(messageOf(error, 'Error approving task')),
    })
  }

  function removeIt(): void {
    remove.mutate(task._id, {
      onSuccess: () => {
        toast.success('Task deleted successfully')
        onClose()
      },
      onError: (error) => {
        toast.failed(messageOf(error, 'Error deleting task'))
        setMode('look')
      },
    })
  }

  /** The button has to be there again before it can have the focus back. */
  function cancelReferBack(): void {
    flushSync(() => setMode('look'))
    referBackButton.current?.focus()
  }

  const reviewable = canReview(task)
  const actions = (
    <div className={styles.actions}>
      {canRemove(task) && (
        <Button tone="quiet" className={styles.remove} disabled={approve.isPending} onClick={() => setMode('remove')}>
          Remove Task
        </Button>
      )}
      {reviewable && (
        <>
          <Button ref={referBackButton} tone="quiet" disabled={approve.isPending} onClick={() => setMode('refer-back')}>
            Refer Back
          </Button>
          <Button state={approve.isPending ? 'busy' : 'idle'} onClick={approveIt}>
            Approve
          </Button>
        </>
      )}
    </div>
  )

  return (
    <SidePanel title={task.title} wide onClose={onClose} footer={mode === 'refer-back' ? undefined : actions}>
      <TaskSheet
        heading="Task Preview"
        picture={<PreviewPicture src={task.doneTaskImage} alt={`Task Preview of ${task.title}`} placeholder={NO_PICTURE} />}
        facts={
          mode === 'refer-back' && reviewable ? (
            <ReferBack task={task} onDone={onClose} onCancel={cancelReferBack} />
          ) : (
            <TaskReviewFacts task={task} />
          )
        }
      />
      {mode === 'remove' && (
        <ConfirmDialog
          title="Remove Task"
          question="Are you sure you want to Remove this task?"
          confirmLabel="Delete"
          busyLabel="Deleting…"
          busy={remove.isPending}
          onConfirm={removeIt}
          onCancel={() => setMode('look')}
        />
      )}
    </SidePanel>
  )
}
