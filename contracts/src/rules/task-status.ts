export const taskStatuses = ['Pending', 'Roll Back', 'Approved', 'Posted'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const platforms = ['platform_x', 'platform_fb', 'platform_insta', 'platform_li', 'platform_youtube', 'platform_via_mail'] as const
export type Platform = (typeof platforms)[number]

export const platformNames: Record<Platform, string> = {
  platform_x: 'X',
  platform_fb: 'Facebook',
  platform_insta: 'Instagram',
  platform_li: 'LinkedIn',
  platform_youtube: 'YouTube',
  platform_via_mail: 'Mail',
}

export const FEEDBACK_REQUIRED = 'Please provide feedback before rolling back'

interface Reviewed {
  currentStatus: TaskStatus
  doneTaskImage: string | null
  rollbackFeedback: readonly { doneTaskImage: string | null }[]
}

/** Whether the task has a preview that the owner has not referred back. */
export function hasFreshPreview(task: Reviewed): boolean {
  if (!task.doneTaskImage) return false
  const last = task.rollbackFeedback.at(-1)
  return !last || last.doneTaskImage !== task.doneTaskImage
}

export const canReview = (task: Reviewed): boolean => task.currentStatus === 'Pending' && hasFreshPreview(task)

/** Whether an owner, or an admin, may change the brief of a task. */
export const canEdit = (task: Pick<Reviewed, 'currentStatus'>, role: 'owner' | 'admin'): boolean =>
  role === 'admin' ? canMove(task) : canRemove(task)

/** Whether owners and admins may change the dates of a task. An approval stays valid. */
export const canMove = (task: Pick<Reviewed, 'currentStatus'>): boolean => task.currentStatus !== 'Posted'

export const canRemove = (task: Pick<Reviewed, 'currentStatus'>): boolean =>
  task.currentStatus === 'Pending' || task.currentStatus === 'Roll Back'
