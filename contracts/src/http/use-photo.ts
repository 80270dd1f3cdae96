import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, strictObject, TaskParams } from '../primitives.ts'
import { Task } from './tasks.ts'

export const usePhoto = defineRoute({
  id: 'usePhoto',
  method: 'POST',
  url: '/admin/use-photo/:id',
  access: 'admin',
  idempotent: true,
  summary:
    'Copies a photo that the owner has sent, and makes the copy the reference image of the task. 404 for a photo of another company. 409 with ' +
    'the current task if `version` is old, or if the task is posted',
  schema: {
    params: TaskParams,
    body: strictObject({ photoId: Id, version: Type.Optional(Type.Integer({ minimum: 1 })) }),
    response: { 200: Task },
  },
})
