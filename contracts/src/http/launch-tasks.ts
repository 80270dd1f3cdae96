import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { strictObject, TaskRef, text } from '../primitives.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../rules/idempotency.ts'
import { TaskResult } from './task-result.ts'
import { postFields } from './tasks.ts'

export const LAUNCHES_MAX = 50

const Launch = strictObject({
  id: TaskRef,
  idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  acceptUnconfirmed: Type.Optional(Type.Boolean()),
  ...postFields,
})

/**
 * The request has no idempotency key, because each task has its own key. If a task was launched with a key, another request with this key
 * returns the same result for the task.
 */
export const launchTasks = defineRoute({
  id: 'launchTasks',
  method: 'POST',
  url: '/admin/tasks/launch',
  access: 'admin',
  summary:
    `Launches up to ${LAUNCHES_MAX} approved tasks with one comment, one after the other. The rules of \`updateTask\` apply to each task. The ` +
    'response contains a result for each task, in the order of the request. A task that cannot be launched does not affect the others',
  // 50 tasks with the longest links for all six platforms. Links have only ASCII characters, which clients do not escape.
  bodyMaxBytes: 700_000,
  schema: {
    body: strictObject({
      adminPostComment: Type.Optional(text(5000)),
      tasks: Type.Array(Launch, { minItems: 1, maxItems: LAUNCHES_MAX }),
    }),
    response: { 200: Type.Object({ results: Type.Array(TaskResult) }) },
  },
})
