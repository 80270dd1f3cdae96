import { adminRemoveTask, undoLaunch, withdrawPreview } from '@app/contracts/http/corrections.ts'
import { listPreviews, type Preview } from '@app/contracts/http/previews.ts'
import { editTask, moveTask } from '@app/contracts/http/task-changes.ts'
import { getTask, type Task } from '@app/contracts/http/tasks.ts'
import { addDays, type CalendarDate, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { deliverPreview } from './deliver-preview.ts'
import type { StoryTask } from './story/story.ts'

const WEEK = 7

const nextSunday = (date: CalendarDate): CalendarDate => addDays(date, WEEK - weekdayOf(date))

/** Lets the owner edit or move a task as `story` requires, unless an earlier run of the demo has done this. */
export async function changeBrief({ send, ownerToken: token }: Cast, { _id }: Task, { edited, movedToSunday }: StoryTask): Promise<void> {
  if (!edited && !movedToSunday) return
  const urlOf = (url: string) => url.replace(':id', _id)
  const { version, briefVersion, targetPostingDate } = await must(send<Task>(getTask.method, urlOf(getTask.url), { token }))
  if (briefVersion > 1) return
  if (edited) await must(send(editTask.method, urlOf(editTask.url), { token, ifMatch: version, fields: edited }))
  else if (targetPostingDate) {
    const json = { targetPostingDate: nextSunday(targetPostingDate) }
    await must(send(moveTask.method, urlOf(moveTask.url), { token, ifMatch: version, json }))
  }
}

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

export async function takeLaunchBack(
  { send, adminToken: token }: Pick<Cast, 'send' | 'adminToken'>,
  { _id }: Task,
  reason: string,
): Promise<void> {
  await must(send(undoLaunch.method, undoLaunch.url.replace(':id', _id), { token, json: { reason } }))
}

export async function removeByAdmin({ send, adminToken: token }: Cast, { _id }: Task, reason: string): Promise<void> {
  await must(send(adminRemoveTask.method, adminRemoveTask.url.replace(':id', _id), { token, json: { reason } }))
}
