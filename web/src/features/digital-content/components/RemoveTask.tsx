import type { Series } from '@app/contracts/http/series.ts'
import { removeTask, type Task } from '@app/contracts/http/tasks.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { fireTasksUpdated } from '../../../domain/task/tasks-updated.ts'
import { call } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { removeCachedTask } from '../api.ts'
import { seriesKey } from '../series/series-key.ts'
import { outcome } from '../task-actions.ts'

interface RemoveTaskProps {
  /** The version of the task that the owner sees. */
  seen: Task
  /** The current task from the list. */
  listed: Task | undefined
  onRemoved: () => void
  /** Called when the owner cancels, or the task could not be removed. */
  onClose: () => void
}

/** Asks whether to remove a task, and removes it. */
export default function RemoveTask({ seen, listed, onRemoved, onClose }: RemoveTaskProps) {
  const queryClient = useQueryClient()
  const remove = useRemoveTask()
  const noteOnRepeats = removalNote(listed ?? seen, queryClient.getQueryData(seriesKey(seen.seriesId)))
  return (
    <ConfirmDialog
      title="Remove Task"
      question={`Are you sure you want to Remove this task?${noteOnRepeats}`}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(seen, { onSuccess: onRemoved, onError: onClose })}
      onCancel={onClose}
    />
  )
}

/** A removed task cannot be loaded anymore, so the event names no task, and the whole list is reloaded. */
function dropTask(queryClient: QueryClient, task: Task): void {
  removeCachedTask(queryClient, task)
  fireTasksUpdated()
}

const useRemoveTask = () =>
  useMutation({
    mutationFn: async (task: Task) => {
      await call(removeTask, { params: { id: task._id } })
      return task
    },
    ...outcome(useQueryClient(), dropTask, 'Task deleted successfully', 'Error deleting task'),
  })

/**
 * Returns a sentence that says whether the task still repeats after its removal. If the series has only its first task, the removal ends
 * the series. `series` is undefined until the section about the repeats has loaded it.
 */
function removalNote({ occurrenceNo, nextOccurrenceDate }: Task, series: Series | undefined): string {
  if (!series?.nextDate) return ''
  const isOnlyOne = occurrenceNo === 1 && nextOccurrenceDate === series.nextDate
  return isOnlyOne ? ' It won’t repeat anymore.' : ' We’ll remove only this one. The task will still repeat.'
}
