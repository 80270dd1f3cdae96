import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Message, strictObject, TaskParams, text } from '../primitives.ts'
import { REASON_MAX } from '../rules/reviews.ts'
import { Task, TaskVersion } from './tasks.ts'

export const withdrawPreview = defineRoute({
  id: 'withdrawPreview',
  method: 'POST',
  url: '/admin/withdraw-preview/:id',
  access: 'admin',
  idempotent: true,
  summary:
    'Withdraws a preview that was delivered by mistake, while it waits for a decision. Only admins still see it. The newest delivered ' +
    'preview before it becomes current again: the task is Roll Back if that preview was referred back, otherwise Pending. 409 with the ' +
    'current task if the preview is not current or does not wait for a decision',
  schema: {
    params: TaskParams,
    body: strictObject({ previewNo: Type.Integer({ minimum: 1 }), reason: Type.Optional(text(REASON_MAX)), version: TaskVersion }),
    response: { 200: Task },
  },
})

const Reasoned = strictObject({
  reason: Type.String({ minLength: 1, maxLength: REASON_MAX, description: 'the owner reads it' }),
  version: TaskVersion,
})

export const undoLaunch = defineRoute({
  id: 'undoLaunch',
  method: 'POST',
  url: '/admin/undo-launch/:id',
  access: 'admin',
  idempotent: true,
  summary:
    'Undoes the launch of a task: it is Approved again, and can be launched again. The decision record contains both. The owner is told the ' +
    'reason. 409 with the current task if it is not posted',
  schema: { params: TaskParams, body: Reasoned, response: { 200: Task } },
})

export const adminRemoveTask = defineRoute({
  id: 'adminRemoveTask',
  method: 'POST',
  url: '/admin/remove-task/:id',
  access: 'admin',
  idempotent: true,
  summary: 'Removes a task that is not posted. The owner is told the reason. 409 with the current task if it is posted',
  schema: { params: TaskParams, body: Reasoned, response: { 200: Message } },
})
