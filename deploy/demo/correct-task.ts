import { adminRemoveTask, undoLaunch, withdrawPreview } from '@app/contracts/http/corrections.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { type Task, updateTask } from '@app/contracts/http/tasks.ts'
import type { PostLinks } from '@app/contracts/rules/posts.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { isRecorded } from './decide-by-link.ts'
import { deliverPreview } from './deliver-preview.ts'
import type { StoryTask } from './story/story.ts'

/** Delivers a preview by mistake and withdraws it, unless an earlier run of the demo has done this. */
export async function withdrawWrongPreview(
  cast: Cast,
  { _id }: Task,
  { preview, reason }: NonNullable<StoryTask['withdrawn']>,
  brand: string,
): Promise<void> {
  const { send, adminToken: token } = cast
  const [delivered] = await must(send<Preview[]>(listPreviews.method, listPreviews.url.replace(':id', _id), { token }))
  if (delivered?.state === 'withdrawn') return
  if (!delivered) await deliverPreview(cast, _id, preview, brand)
  const json = { previewNo: 1, reason }
  await must(send(withdrawPreview.method, withdrawPreview.url.replace(':id', _id), { token, json }))
}

/** Launches an approved task with a comment of the admin, and with the addresses of the post. */
export async function launchTask(
  { send, adminToken: token }: Cast,
  { _id }: Task,
  comment: string,
  postLinks: PostLinks = {},
): Promise<void> {
  const json = { currentStatus: 'Posted', adminPostComment: comment, postLinks }
  await must(send(updateTask.method, updateTask.url.replace(':id', _id), { token, json }))
}

/** Launches a task and undoes the launch, unless an earlier run of the demo has done this. */
export async function launchTooEarly(cast: Cast, task: Task, { comment, reason }: NonNullable<StoryTask['launchUndone']>): Promise<void> {
  const { send, ownerToken, adminToken: token } = cast
  if (await isRecorded(send, ownerToken, task, 'undo-launch')) return
  if (task.currentStatus !== 'Posted') await launchTask(cast, task, comment)
  await must(send(undoLaunch.method, undoLaunch.url.replace(':id', task._id), { token, json: { reason } }))
}

export async function removeByAdmin({ send, adminToken: token }: Cast, { _id }: Task, reason: string): Promise<void> {
  await must(send(adminRemoveTask.method, adminRemoveTask.url.replace(':id', _id), { token, json: { reason } }))
}
