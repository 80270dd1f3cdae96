import type { Preview } from '@app/contracts/http/previews.ts'
import { type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { fireTasksUpdated } from '../../domain/task/tasks-updated.ts'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { cacheTask } from './api.ts'
import { noteApproved } from './just-approved.ts'
import { toast } from './toasts.ts'

/** Mutation key of all actions on an existing task. */
export const TASK_ACTION = ['task-action']

/** Returns callbacks that also run after the panel was closed. After a 409, they cache the current task from the response. */
export const outcome = <T>(queryClient: QueryClient, keep: (queryClient: QueryClient, reply: T) => void, done: string, failed: string) => ({
  mutationKey: TASK_ACTION,
  onSuccess: (reply: T) => {
    toast.success(done)
    keep(queryClient, reply)
  },
  onError: (error: Error) => {
    toast.failed(messageOf(error, failed))
    if (error instanceof ApiError && 'task' in error.details) cacheTask(queryClient, error.details.task as Task)
    else fireTasksUpdated()
  },
})

/** A preview that the owner has seen. */
export interface ShownPreview {
  task: Task
  /** The preview that the screen shows. Undefined if the list of versions is empty. */
  preview: Preview | undefined
}

/** Returns the fields of an approval of exactly what the owner saw. If the task has another version or preview, the request fails with 409. */
export const approvalOf = ({ task: { version }, preview }: ShownPreview) => ({
  currentStatus: 'Approved' as const,
  version,
  ...(preview && preview.number !== null && { previewNo: preview.number, contentHash: preview.contentHash }),
})

/** Stores a changed task in the query cache, and fires the event on which all lists of tasks reload the task. */
export function keepTask(queryClient: QueryClient, task: Task): void {
  cacheTask(queryClient, task)
  fireTasksUpdated(task.taskId)
}

function keepApproved(queryClient: QueryClient, task: Task): void {
  noteApproved([task])
  keepTask(queryClient, task)
}

export const useApproveTask = () =>
  useMutation({
    mutationFn: (shown: ShownPreview) => call(updateTask, { params: { id: shown.task._id }, body: approvalOf(shown) }),
    ...outcome(useQueryClient(), keepApproved, 'Task approved successfully', 'Error approving task'),
  })
