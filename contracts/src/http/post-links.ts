import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { TaskParams } from '../primitives.ts'
import { PostLinks, postFields, Task } from './tasks.ts'

export const changePost = defineRoute({
  id: 'changePost',
  method: 'PUT',
  url: '/admin/post-links/:id',
  access: 'admin',
  idempotent: true,
  versioned: true,
  summary:
    'Replaces the addresses of a posted task, and changes when it was posted if `postedAt` is sent. The rules of a launch apply. 409 with ' +
    'the current task if it is not posted or has another version',
  schema: {
    params: TaskParams,
    body: Type.Object({ postedAt: postFields.postedAt, postLinks: PostLinks }, { additionalProperties: false }),
    response: { 200: Task },
  },
})
