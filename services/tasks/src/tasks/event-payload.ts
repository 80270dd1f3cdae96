import type { EventData } from '@app/contracts/define.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { pick } from './pick.ts'
import type { LockedTask } from './task.repository.ts'
import { type PublicUrl, urlOf } from './task-row.ts'

type TaskEventData = EventData<typeof TaskRemoved>

const fields = Object.keys(TaskRemoved.data.properties) as (keyof TaskEventData)[]

/** Returns the key of the picture for emails. Outlook shows neither WebP nor AVIF, so the JPEG thumbnail of such a picture is used. */
const mailedImage = ({ doneTaskImage, doneTaskThumbnail }: LockedTask): string | null =>
  doneTaskImage && /\.(?:webp|avif)$/.test(doneTaskImage) ? (doneTaskThumbnail?.key ?? null) : doneTaskImage

/** Returns the data that all events about a task contain. The posting date in events is the date by which lists sort the task. */
export const eventPayload = (task: LockedTask, publicUrl: PublicUrl): TaskEventData =>
  pick({ ...task, targetPostingDate: calendarDateOf(task), doneTaskImage: urlOf(mailedImage(task), publicUrl) }, fields)
