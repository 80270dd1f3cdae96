import type { EventData } from '@app/contracts/define.ts'
import { TaskRemoved } from '@app/contracts/events/tasks.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import { pick } from './pick.ts'
import type { LockedTask } from './task.repository.ts'

type TaskEventData = EventData<typeof TaskRemoved>

const fields = Object.keys(TaskRemoved.data.properties) as (keyof TaskEventData)[]

/** Returns the data that all events about a task contain. The posting date in events is the date by which lists sort the task. */
export const eventPayload = (task: LockedTask): TaskEventData => pick({ ...task, targetPostingDate: calendarDateOf(task) }, fields)
