import { addFeedback, removeTask, type Task, updateTask } from '@app/contracts/http/tasks.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, messageOf } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { fireTasksUpdated } from '../../shared/task/tasks-updated.ts'
import { cacheTask, removeCachedTask } from './api.ts'
import { toast } from './toasts.ts'

/** Whatever an owner does with a task that is there. */
export const TASK_ACTION = ['task-action']

/**
 * What became of an action on a task is said also when its panel was closed meanwhile, and what was answered is on the screen
 * at once. A refusal brings the task as it is now; what any other failure has left is looked at.
 */
const outcome = <T>(queryClient: QueryClient, keep: (queryClient: QueryClient, reply: T) => void, done: string, failed: string) => ({
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

/** Approves the task as it was seen: a preview that came in between is refused. */
export const useApproveTask = () =>
  useMutation({
    mutationFn: ({ _id, version }: Task) => call(updateTask, { params: { id: _id }, body: { currentStatus: 'Approved', version } }),
    ...outcome(useQueryClient(), cacheTask, 'Task approved successfully', 'Error approving task'),
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
    ...outcome(useQueryClient(), cacheTask, 'Task rolled back with feedback', 'Error rolling back task'),
  })

/** Answers with the task that is gone. */
export const useRemoveTask = () =>
  useMutation({
    mutationFn: async (task: Task) => {
      await call(removeTask, { params: { id: task._id } })
      return task
    },
    ...outcome(useQueryClient(), removeCachedTask, 'Task deleted successfully', 'Error deleting task'),
  })
