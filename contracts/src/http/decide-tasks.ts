import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { oneOf, strictObject, TaskRef, text } from '../primitives.ts'
import { IDEMPOTENCY_KEY_PATTERN } from '../rules/idempotency.ts'
import { TaskResult } from './task-result.ts'

/** Maximum number of decisions in one request. */
export const DECISIONS_MAX = 50

const Decision = strictObject({
  id: TaskRef,
  idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }),
  currentStatus: oneOf(['Approved', 'Roll Back']),
  feedback: Type.Optional(text(5000)),
  version: Type.Optional(Type.Integer({ minimum: 1 })),
  previewNo: Type.Optional(Type.Integer({ minimum: 1 })),
  contentHash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
})

/**
 * The request has no idempotency key, because each decision has its own key. If a decision was stored with a key, another request with this
 * key returns the same result.
 */
export const decideTasks = defineRoute({
  id: 'decideTasks',
  method: 'POST',
  url: '/task/decisions',
  access: 'owner',
  summary:
    `Approves or refers back up to ${DECISIONS_MAX} previews, one after the other. The rules of \`updateTask\` apply to each approval, and ` +
    'the rules of `addFeedback` to each referral, which needs `feedback`. The response contains a result for each decision, in the order of ' +
    'the request. A decision that fails does not affect the others: its result has the status code and the reason. 429 after ' +
    '1,000 decisions in an hour',
  schema: {
    body: strictObject({ decisions: Type.Array(Decision, { minItems: 1, maxItems: DECISIONS_MAX }) }),
    response: { 200: Type.Object({ results: Type.Array(TaskResult) }) },
  },
})
