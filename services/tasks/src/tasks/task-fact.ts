import type { EventData } from '@app/contracts/define.ts'
import type { PreviewUploaded } from '@app/contracts/events/tasks.ts'
import type { LockedTask } from './task.repository.ts'
import { addressOf } from './task-row.ts'

/** What every event of a task says. */
export function factOf(task: LockedTask, publicUrl: (key: string) => string): EventData<typeof PreviewUploaded> {
  return {
    _id: task._id,
    taskId: task.taskId,
    companyProfileId: task.companyProfileId,
    companyName: task.companyName,
    ownerId: task.ownerId,
    title: task.title,
    currentStatus: task.currentStatus,
    targetPostingDate: task.targetPostingDate,
    submissionForReview: task.submissionForReview,
    doneTaskImage: addressOf(task.doneTaskImage, publicUrl),
  }
}
