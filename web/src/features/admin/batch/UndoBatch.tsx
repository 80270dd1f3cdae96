import { type UndoneTask, undoTaskBatch } from '@app/contracts/http/task-batches.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { adminCall } from '../../../shared/api/call.ts'
import { retryUntilKnown } from '../../../shared/api/idempotency.ts'
import { counted } from '../../../shared/format/counted.ts'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { removeTask } from '../board/changes.ts'
import { BATCHES } from './queries.ts'

interface UndoBatchProps {
  batchId: string
  /** Number of tasks. */
  tasks: number
  /** Called with all tasks of the batch. */
  onUndone: (tasks: readonly UndoneTask[]) => void
  onClose: () => void
}

/** Asks before the tasks of a batch are removed. */
export function UndoBatch({ batchId, tasks, onUndone, onClose }: UndoBatchProps) {
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: () => retryUntilKnown(() => adminCall(undoTaskBatch, { params: { batchId } })),
    onSuccess({ tasks: undone }) {
      for (const { companyId, taskId, outcome } of undone) if (outcome === 'removed') void removeTask(companyId, taskId)
      onUndone(undone)
    },
    onError(error) {
      // `useAccess` handles an expired session (401).
      if (!isStatus(error, 401)) toast.failed(messageOf(error, 'We couldn’t remove the tasks.'))
    },
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: BATCHES })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Remove ${counted(tasks, 'task')}?`}
      question="We’ll tell the companies that we created them by mistake. Tasks that somebody has already worked on stay."
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
    />
  )
}
