import type { FormFields } from '@app/contracts/define.ts'
import type { Task } from '@app/contracts/http/tasks.ts'
import { addFeedback, createTask, removeTask, updateTask } from '@app/contracts/http/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../shared/api/call.ts'
import { fireTasksUpdated } from '../../../shared/task/tasks-updated.ts'

export interface NewTask {
  fields: FormFields<typeof createTask>
  referenceImage: File | null
}

export const useCreateTask = () =>
  useMutation({
    mutationFn: ({ fields, referenceImage }: NewTask) => call(createTask, { form: { fields, files: { referenceImage } } }),
    onSuccess: () => fireTasksUpdated(),
  })

/** Approves the task as it was seen: a preview that came in between is refused. */
export const useApproveTask = () =>
  useMutation({
    mutationFn: ({ _id, version }: Task) => call(updateTask, { params: { id: _id }, body: { currentStatus: 'Approved', version } }),
    onSettled: () => fireTasksUpdated(),
  })

interface Feedback {
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
    onSettled: () => fireTasksUpdated(),
  })

export const useRemoveTask = () =>
  useMutation({
    mutationFn: (id: string) => call(removeTask, { params: { id } }),
    onSettled: () => fireTasksUpdated(),
  })
