import { defineRoute } from '../define.ts'
import { TaskParams } from '../primitives.ts'
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
