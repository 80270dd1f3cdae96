import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { strictObject, TaskParams, TaskRef } from '../primitives.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../rules/idempotency.ts'
import { TaskResult } from './task-result.ts'
import { Task } from './tasks.ts'

export const remindTask = defineRoute({
  id: 'remindTask',
  method: 'POST',
  url: '/admin/tasks/:id/remind',
  access: 'admin',
  idempotent: true,
  summary:
    'Reminds the owner of the previews that wait, once in four hours per task. 409 with the current task if the preview does not wait, if ' +
    'a reminder was sent less than four hours ago, if the owner gets no review links, or if the email address is unconfirmed or bounced',
  schema: { params: TaskParams, response: { 200: Task } },
})

/** Maximum number of reminders in one request. */
export const REMINDERS_MAX = 50

const Reminder = strictObject({ id: TaskRef, idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }) })

/** The request has no idempotency key, because each reminder has its own key. */
export const remindTasks = defineRoute({
  id: 'remindTasks',
  method: 'POST',
  url: '/admin/tasks/remind',
  access: 'admin',
  summary:
    `Reminds the owners of up to ${REMINDERS_MAX} waiting previews, one after the other. The rules of \`remindTask\` apply to each. Several ` +
    'previews of a company cause one email, because each reminder lists all its waiting previews. The response has a result for each ' +
    'preview, in the order of the request',
  schema: {
    body: strictObject({ reminders: Type.Array(Reminder, { minItems: 1, maxItems: REMINDERS_MAX }) }),
    response: { 200: Type.Object({ results: Type.Array(TaskResult) }) },
  },
})
