import { editTask, moveTask } from '@app/contracts/http/task-changes.ts'
import { getTask, type Task } from '@app/contracts/http/tasks.ts'
import { addDays, type CalendarDate, weekdayOf } from '@app/contracts/rules/business-dates.ts'
import { must } from '../tests/support/client.ts'
import type { Cast } from './cast.ts'
import { launchTooEarly } from './correct-task.ts'
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

/** Performs the steps of the story that follow when all tasks of the company exist. Skips those that an earlier run has completed. */
export async function finishTask(cast: Cast, task: Task, story: StoryTask): Promise<void> {
  if (story.launchUndone) await launchTooEarly(cast, task, story.launchUndone)
  await changeBrief(cast, task, story)
  await writeMessages(cast, task._id, story.messages ?? [])
}
