import type { FormFields } from '@app/contracts/define.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addFeedback, createTask, removeTask, updateTask } from '@app/contracts/http/tasks.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { fireTasksUpdated } from '../../../shared/task/tasks-updated.ts'
import { toast } from '../toasts.ts'
import { keepTask } from './task.ts'

export interface NewTask {
  fields: FormFields<typeof createTask>
  referenceImage: File | null
}

export const useCreateTask = () =>
  useMutation({
    mutationFn: ({ fields, referenceImage }: NewTask) => call(createTask, { form: { fields, files: { referenceImage } } }),
    onSuccess: () => fireTasksUpdated(),
  })

/** Whatever an owner does with a task that is there. */
export const TASK_ACTION = ['task-action']

/** What became of an action on a task is said also when its panel was closed meanwhile. A refusal brings the task as it is now. */
const outcome = (queryClient: QueryClient, done: string, failed: string) => ({
  mutationKey: TASK_ACTION,
  onSuccess: () => toast.success(done),
  onError: (error: Error) => {
    toast.failed(messageOf(error, failed))
    if (error instanceof ApiError && 'task' in error.details) keepTask(queryClient, error.details.task as Task)
  },
  onSettled: () => fireTasksUpdated(),
})

/** Approves the task as it was seen: a preview that came in between is refused. */
export const useApproveTask = () =>
  useMutation({
    mutationFn: ({ _id, version }: Task) => call(updateTask, { params: { id: _id }, body: { currentStatus: 'Approved', version } }),
    ...outcome(useQueryClient(), 'Task approved successfully', 'Error approving task'),
  })

interface Feedback {
  /** As it was seen. */
  task: Task
  feedback: string
  clientSuggestImage: File | null
}

export const useReferBackTask = () =>
  useMutation({
    mutationFn: ({ task, feedback, clientSuggestImage }: Feedback) =>
      call(addFeedback, {
        params: { id: task._id },
        form: {
          fields: { feedback, doneTaskImageUrl: task.doneTaskImage ?? '', version: String(task.version) },
          files: { clientSuggestImage },
        },
      }),
    ...outcome(useQueryClient(), 'Task rolled back with feedback', 'Error rolling back task'),
  })

export const useRemoveTask = () =>
  useMutation({
    mutationFn: (id: string) => call(removeTask, { params: { id } }),
    ...outcome(useQueryClient(), 'Task deleted successfully', 'Error deleting task'),
  })
