import type { FormFields } from '@app/contracts/define.ts'
import { adminCreateTask, type Task, updateTask, uploadTaskImage } from '@app/contracts/http/tasks.ts'
import { adminCall } from '../../shared/api/call.ts'
import { cacheTask, refreshChanged } from './board/changes.ts'

/** For a form, as are the others: gives a company a task. */
export async function createTask(fields: FormFields<typeof adminCreateTask>, referenceImage: File | null): Promise<void> {
  const { taskId, companyProfileId } = await adminCall(adminCreateTask, { form: { fields, files: { referenceImage } } })
  void refreshChanged(companyProfileId, taskId)
}

/** A task in its panel. */
export interface Opened {
  task: Task
  companyName: string
}

/** What is answered is on the screen at once; whether it went well or not, what became of the task is asked for. */
async function act({ task, companyName }: Opened, answer: Promise<Task>): Promise<void> {
  try {
    await cacheTask(await answer, companyName)
  } finally {
    void refreshChanged(task.companyProfileId, task.taskId)
  }
}

/** Delivers the picture of a task. */
export const deliverImage = (opened: Opened, image: File, onProgress: (share: number) => void): Promise<void> =>
  act(
    opened,
    adminCall(uploadTaskImage, { params: { id: opened.task._id }, form: { fields: {}, files: { image } }, onProgress }).then(
      ({ task }) => task,
    ),
  )

/** Launches the task as it was seen. */
export const launchTask = (opened: Opened, adminPostComment: string): Promise<void> => {
  const { _id: id, version } = opened.task
  return act(opened, adminCall(updateTask, { params: { id }, body: { currentStatus: 'Posted', adminPostComment, version } }))
}
