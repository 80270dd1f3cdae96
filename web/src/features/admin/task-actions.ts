import type { FormFields } from '@app/contracts/define.ts'
import { adminCreateTask, type Task, updateTask } from '@app/contracts/http/tasks.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import { adminCall } from '../../shared/api/call.ts'
import { cacheTask, refreshChanged } from './board/changes.ts'

/** Throws an `ApiError` if the request fails. */
export async function createTask(fields: FormFields<typeof adminCreateTask>, referenceImage: File | null): Promise<void> {
  const { taskId, companyProfileId } = await adminCall(adminCreateTask, { form: { fields, files: { referenceImage } } })
  void refreshChanged(companyProfileId, taskId)
}

export interface Opened {
  task: Task
  companyName: string
  /** Time zone in the profile of the company. Absent if it is not known. */
  timeZone?: string
}

/** A task that is changed without opening it, for example a card of a list. */
export interface ChangedTask {
  task: Pick<Task, '_id' | 'taskId' | 'companyProfileId'>
  companyName: string
}

/** Caches a changed task, and reloads what else its change affects. */
export async function keepTask(task: Task, companyName: string): Promise<void> {
  await cacheTask(task, companyName)
  void refreshChanged(task.companyProfileId, task.taskId)
}

/** Caches the task from the response. Then reloads the task, even if the request failed. */
export async function act({ task, companyName }: ChangedTask, response: Promise<Task>): Promise<void> {
  try {
    await cacheTask(await response, companyName)
  } finally {
    void refreshChanged(task.companyProfileId, task.taskId)
  }
}

interface Launch {
  adminPostComment: string
  /** Whether the admin has stated that the owner confirmed the unconfirmed approval, for example by phone. */
  acceptUnconfirmed: boolean
  /** When it was posted. Without a time, it was posted now. */
  postedAt?: string
  postLinks?: PostLinks
}

/** The request contains the version that the admin saw, so that a concurrent change causes a 409. */
export const launchTask = (opened: Opened, { acceptUnconfirmed, ...launch }: Launch): Promise<void> => {
  const { _id: id, version } = opened.task
  const body = { currentStatus: 'Posted', version, ...launch, ...(acceptUnconfirmed && { acceptUnconfirmed }) } as const
  return act(opened, adminCall(updateTask, { params: { id }, body }))
}
