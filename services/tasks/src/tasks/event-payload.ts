import { TaskFact } from '@app/contracts/events/task-data.ts'
import { calendarDateOf } from '@app/contracts/rules/calendar.ts'
import type * as Type from 'typebox'
import { pick } from './pick.ts'
import type { LockedTask } from './task.repository.ts'

type TaskEventData = Type.Static<typeof TaskFact>

const fields = Object.keys(TaskFact.properties) as (keyof TaskEventData)[]

/** Returns the data that all events about a task contain. The posting date in events is the date by which lists sort the task. */
export const eventPayload = (task: LockedTask): TaskEventData => pick({ ...task, targetPostingDate: calendarDateOf(task) }, fields)
