import type { EventData } from '@app/contracts/define.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import { pick } from './pick.ts'
import type { LockedTask } from './task.repository.ts'
import { type PublicUrl, urlOf } from './task-row.ts'

type TaskEventData = EventData<typeof TaskRemoved>

const fields = Object.keys(TaskRemoved.data.properties) as (keyof TaskEventData)[]

export const eventPayload = (task: LockedTask, publicUrl: PublicUrl): TaskEventData =>
  pick({ ...task, doneTaskImage: urlOf(task.doneTaskImage, publicUrl) }, fields)
