import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { dateText, Id, Instant, oneOf, recordOf, strictObject, text } from '../primitives.ts'
import { briefLimits, briefTexts } from '../rules/brief.ts'
import { BATCH_COMPANIES_MAX, BATCH_STEP_MAX, BATCH_UNDO_MINUTES, COMPANY_FIELD } from '../rules/task-batches.ts'
import { platforms } from '../rules/task-status.ts'
import { PostingTime } from './tasks.ts'

/** The brief of all tasks of a batch. */
export const BatchBrief = strictObject({
  ...recordOf(briefTexts, (name) => Type.Optional(text(briefLimits[name]))),
  targetPostingDate: dateText(),
  targetPostingTime: PostingTime,
  submissionForReview: dateText(),
  ...recordOf(platforms, () => Type.Optional(Type.Boolean())),
})
export type BatchBrief = Type.Static<typeof BatchBrief>

const warningCodes = ['full-month', 'short-review'] as const

export const CheckedCompany = Type.Object({
  companyId: Id,
  companyName: Type.String({ description: 'empty if the company does not exist' }),
  problem: Type.String({ description: 'the reason why no task can be created for this company; empty if there is none' }),
  warnings: Type.Array(Type.Object({ code: oneOf(warningCodes), message: Type.String() })),
})
export type CheckedCompany = Type.Static<typeof CheckedCompany>

export const checkTaskBatch = defineRoute({
  id: 'checkTaskBatch',
  method: 'POST',
  url: '/admin/task-batches/check',
  access: 'admin',
  summary:
    'Returns for each company what prevents a task with this brief, and what to know before it is created. Stores nothing. 422 for a brief ' +
    'that no company can get',
  schema: {
    body: strictObject({
      brief: BatchBrief,
      companyIds: Type.Array(Id, { minItems: 1, maxItems: BATCH_COMPANIES_MAX }),
    }),
    response: { 200: Type.Object({ companies: Type.Array(CheckedCompany) }) },
  },
})

const BatchParams = Type.Object({ batchId: Id })

const BatchResult = Type.Object({
  companyId: Id,
  status: Type.Integer({ description: '200 if the task exists, otherwise the status code of a request that creates only this task' }),
  message: Type.String({ description: 'the reason why the task was not created; empty for 200' }),
  taskId: Type.Optional(Type.Integer()),
})
export type BatchResult = Type.Static<typeof BatchResult>

/** The request has no idempotency key, because the client chooses the id of the batch. A batch creates one task for each company. */
export const createTaskBatch = defineRoute({
  id: 'createTaskBatch',
  method: 'PUT',
  url: '/admin/task-batches/:batchId',
  access: 'admin',
  summary:
    `Creates tasks with one brief for up to ${BATCH_STEP_MAX} companies, one after the other. In the texts, ${COMPANY_FIELD} becomes the name of ` +
    `the company. Further requests with the same id and brief add companies, up to ${BATCH_COMPANIES_MAX}, and create no second task for ` +
    'a company. The response has a result for each company, in the order of the request. A month that is full is refused, unless ' +
    '`acceptFullMonth` is true. 422 for another brief, 409 after the time in which the batch can be undone',
  schema: {
    params: BatchParams,
    body: strictObject({
      brief: BatchBrief,
      companies: Type.Array(strictObject({ companyId: Id, acceptFullMonth: Type.Optional(Type.Boolean()) }), {
        minItems: 1,
        maxItems: BATCH_STEP_MAX,
      }),
    }),
    response: { 200: Type.Object({ undoUntil: Instant, results: Type.Array(BatchResult) }) },
  },
})

export const TaskBatch = Type.Object({
  batchId: Id,
  title: Type.String(),
  createdBy: Type.String({ ...Id, description: 'id of the admin' }),
  createdAt: Instant,
  undoUntil: Instant,
  tasks: Type.Integer({ description: 'number of tasks that the batch created and that were not removed by its undoing' }),
})
export type TaskBatch = Type.Static<typeof TaskBatch>

/** Maximum number of batches in the list. */
export const BATCHES_MAX = 20

export const listTaskBatches = defineRoute({
  id: 'listTaskBatches',
  method: 'GET',
  url: '/admin/task-batches',
  access: 'admin',
  summary: `Lists the newest ${BATCHES_MAX} batches that can be undone and that have tasks, newest first`,
  schema: { response: { 200: Type.Array(TaskBatch) } },
})

const UndoneTask = Type.Object({
  companyId: Id,
  companyName: Type.String(),
  taskId: Type.Integer(),
  outcome: oneOf(['removed', 'kept']),
  message: Type.String({ description: 'the reason why the task was kept; empty if it was removed' }),
})
export type UndoneTask = Type.Static<typeof UndoneTask>

export const undoTaskBatch = defineRoute({
  id: 'undoTaskBatch',
  method: 'POST',
  url: '/admin/task-batches/:batchId/undo',
  access: 'admin',
  summary:
    `Removes the tasks of a batch within ${BATCH_UNDO_MINUTES} minutes, and tells the owners. Tasks that were changed, or that have a preview, a ` +
    'draft or messages, are kept. A repeated request returns the same results. 409 after this time',
  schema: { params: BatchParams, response: { 200: Type.Object({ tasks: Type.Array(UndoneTask) }) } },
})
