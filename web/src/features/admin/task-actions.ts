import type { FormFields } from '@app/contracts/define.ts'
import { adminCreateTask, type Task, updateTask, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminCall } from '../../shared/api/call.ts'
import { fireTasksUpdated } from '../../shared/task/tasks-updated.ts'
import { keepTask } from './api.ts'

interface NewTask {
  fields: FormFields<typeof adminCreateTask>
  referenceImage: File | null
}

export const useCreateTask = () =>
  useMutation({
    mutationFn: ({ fields, referenceImage }: NewTask) => adminCall(adminCreateTask, { form: { fields, files: { referenceImage } } }),
    onSuccess: ({ companyProfileId }) => fireTasksUpdated(companyProfileId),
  })

interface Upload {
  task: Task
  image: File
  onProgress: (share: number) => void
}

export function useUploadTaskImage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ task, image, onProgress }: Upload) =>
      adminCall(uploadTaskImage, { params: { id: task._id }, form: { fields: {}, files: { image } }, onProgress }),
    onSuccess: ({ task }) => keepTask(queryClient, task),
    onSettled: (_reply, _error, { task }) => fireTasksUpdated(task.companyProfileId),
  })
}

interface Launch {
  task: Task
  adminPostComment: string
}

/** Launches the task as it was seen. */
export function useLaunchTask() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ task, adminPostComment }: Launch) =>
      adminCall(updateTask, { params: { id: task._id }, body: { currentStatus: 'Posted', adminPostComment, version: task.version } }),
    onSuccess: (task) => keepTask(queryClient, task),
    onSettled: (_reply, _error, { task }) => fireTasksUpdated(task.companyProfileId),
  })
}
