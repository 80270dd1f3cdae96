import type { FormFields } from '@app/contracts/define.ts'
import { adminCreateTask, type Task, updateTask, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { adminCall } from '../../shared/api/call.ts'
import { keepTask } from './board/keep.ts'
import { taskChanged } from './board/refresh.ts'

interface NewTask {
  fields: FormFields<typeof adminCreateTask>
  referenceImage: File | null
}

export const useCreateTask = () =>
  useMutation({
    mutationFn: ({ fields, referenceImage }: NewTask) => adminCall(adminCreateTask, { form: { fields, files: { referenceImage } } }),
    onSuccess: ({ taskId, companyProfileId }) => taskChanged(taskId, companyProfileId),
  })

/** A task in its panel. */
interface Opened {
  task: Task
  companyName: string
}

/** What was answered is on the screen at once; whether it went well or not, what became of the task is asked for. */
const outcome = {
  onSettled: (_reply: unknown, _error: unknown, { task }: Opened) => taskChanged(task.taskId, task.companyProfileId),
}

interface Upload extends Opened {
  image: File
  onProgress: (share: number) => void
}

export const useUploadTaskImage = () =>
  useMutation({
    mutationFn: ({ task, image, onProgress }: Upload) =>
      adminCall(uploadTaskImage, { params: { id: task._id }, form: { fields: {}, files: { image } }, onProgress }),
    onSuccess: ({ task }, { companyName }) => keepTask(task, companyName),
    ...outcome,
  })

interface Launch extends Opened {
  adminPostComment: string
}

/** Launches the task as it was seen. */
export const useLaunchTask = () =>
  useMutation({
    mutationFn: ({ task, adminPostComment }: Launch) =>
      adminCall(updateTask, { params: { id: task._id }, body: { currentStatus: 'Posted', adminPostComment, version: task.version } }),
    onSuccess: (task, { companyName }) => keepTask(task, companyName),
    ...outcome,
  })
