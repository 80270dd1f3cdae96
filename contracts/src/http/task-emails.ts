import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { oneOf, strictObject } from '../primitives.ts'
import { taskEmailFrequencies, taskEmailScopes } from '../rules/task-emails.ts'

export const TaskEmails = Type.Object({ frequency: oneOf(taskEmailFrequencies), scope: oneOf(taskEmailScopes) })
export type TaskEmails = Type.Static<typeof TaskEmails>

export const getTaskEmails = defineRoute({
  id: 'getTaskEmails',
  method: 'GET',
  url: '/admin/task-emails',
  access: 'admin',
  summary: 'Returns how often the caller gets emails about tasks, and of which companies',
  schema: { response: { 200: TaskEmails } },
})

export const setTaskEmails = defineRoute({
  id: 'setTaskEmails',
  method: 'PUT',
  url: '/admin/task-emails',
  access: 'admin',
  idempotent: true,
  summary:
    'Sets how often the caller gets emails about tasks, and of which companies. Without `scope`, the companies stay the same. News that wait for the next email are then sent with the new frequency, or discarded if the caller wants no emails',
  schema: {
    body: strictObject({ frequency: oneOf(taskEmailFrequencies), scope: Type.Optional(oneOf(taskEmailScopes)) }),
    response: { 200: TaskEmails },
  },
})
