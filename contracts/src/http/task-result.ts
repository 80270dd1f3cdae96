import * as Type from 'typebox'
import { TaskRef } from '../primitives.ts'
import { Task } from './tasks.ts'

/** The result of one item of a request that changes several tasks. */
export const TaskResult = Type.Object({
  id: TaskRef,
  status: Type.Integer({
    description: '200 if the task has the requested status, otherwise the status code of a request that changes only this task',
  }),
  message: Type.String({ description: 'the reason why the task was not changed; empty for 200' }),
  task: Type.Optional(Task),
})
export type TaskResult = Type.Static<typeof TaskResult>
