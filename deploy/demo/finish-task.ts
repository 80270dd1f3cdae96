import { setTimeout as sleep } from 'node:timers/promises'
import { editTask, moveTask } from '@app/contracts/http/task-changes.ts'
import { getTask, listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { addDays, type CalendarDate, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { hasFreshPreview } from '@app/contracts/rules/task-status.ts'
import { type Client, must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { launchTooEarly } from './correct-task.ts'
import { deliverPreview } from './deliver-preview.ts'
import type { Poster } from './pictures/poster.ts'
import type { StoryTask } from './story/story.ts'
import { writeMessages } from './write-messages.ts'

const WEEK = 7

const nextSunday = (date: CalendarDate): CalendarDate => addDays(date, WEEK - weekdayOf(date))

/** Lets the owner edit or move a task as `story` requires, unless an earlier run of the demo has done this. */
async function changeBrief({ send, ownerToken: token }: Cast, { _id }: Task, { edited, movedToSunday }: StoryTask): Promise<void> {
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

const SECOND_TIMEOUT_MS = 30_000
const POLL_MS = 500

/** Waits for the second task of a series. The product creates it a few seconds after the first task was posted. */
async function waitForSecond(send: Client, token: string, { companyProfileId, seriesId, title }: Task): Promise<Task> {
  for (const until = Date.now() + SECOND_TIMEOUT_MS; Date.now() < until; await sleep(POLL_MS)) {
    const tasks = await must(send<Task[]>('GET', listTasks.url.replace(':companyProfileId', companyProfileId), { token }))
    const second = tasks.find((task) => task.seriesId === seriesId && task.occurrenceNo === 2)
    if (second) return second
  }
  throw new Error(`The second task "${title}" did not appear.`)
}

/** Delivers the preview of the second task of a series, unless an earlier run of the demo has done this. */
async function deliverSecond(cast: Cast, task: Task, preview: Poster, brand: string): Promise<void> {
  const second = await waitForSecond(cast.send, cast.ownerToken, task)
  if (!hasFreshPreview(second)) await deliverPreview(cast, second._id, preview, brand)
}

/** Performs the steps of the story that follow when all tasks of the company exist. Skips those that an earlier run has completed. */
export async function finishTask(cast: Cast, task: Task, story: StoryTask, brand: string): Promise<void> {
  if (story.second) await deliverSecond(cast, task, story.second, brand)
  if (story.launchUndone) await launchTooEarly(cast, task, story.launchUndone)
  await changeBrief(cast, task, story)
  await writeMessages(cast, task._id, story.messages ?? [])
}
