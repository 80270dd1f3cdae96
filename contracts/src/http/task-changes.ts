import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { dateText, Instant, nullableInteger, nullableText, oneOf, pageQuery, recordOf, strictObject, TaskParams } from '../primitives.ts'
import { BRIEF_VERSIONS_MAX, briefParts, briefTexts } from '../rules/brief.ts'
import { platforms } from '../rules/task-status.ts'
import { Role } from './session.ts'
import { briefFields, flag, imageFile, PostingTime, Task } from './tasks.ts'

const dateRules =
  'Changed dates are tomorrow or later. For owners, the review date is at least 3 days before the posting date until a preview was ' +
  'delivered. Otherwise, it is not after the posting date. A review date that is not sent and no longer fits moves by as many days as the ' +
  'posting date. The monthly limit applies to owners'

export const editTask = defineRoute({
  id: 'editTask',
  method: 'PUT',
  url: '/task/edit-task/:id',
  access: 'signed-in',
  idempotent: true,
  versioned: true,
  summary:
    'Changes the brief of a task: only the fields that are sent. Owners can edit a task that is Pending or Roll Back, admins a task that is ' +
    `not posted. ${dateRules}. 409 with the current task if its status or version does not allow the change`,
  schema: { params: TaskParams, response: { 200: Task } },
  form: {
    fields: strictObject({ ...briefFields, removeReferenceImage: flag }),
    files: { referenceImage: imageFile },
  },
})

/** `this`: only this task moves. `following`: the series also repeats on the new weekday, and in the new week of the month. */
export const moveScopes = ['this', 'following'] as const

export const moveTask = defineRoute({
  id: 'moveTask',
  method: 'PUT',
  url: '/task/move-task/:id',
  access: 'signed-in',
  idempotent: true,
  versioned: true,
  summary:
    `Moves a task that is not posted to another posting date. An approval stays valid. ${dateRules}. With the scope \`following\`, the ` +
    'series also repeats on the new weekday, at the new time of day. 409 with the current task if it is posted or has another version',
  schema: {
    params: TaskParams,
    body: strictObject({
      targetPostingDate: dateText({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
      targetPostingTime: PostingTime,
      submissionForReview: Type.Optional(dateText()),
      scope: Type.Optional(oneOf(moveScopes)),
    }),
    response: { 200: Task },
  },
})

/** A state of the brief of a task. */
export const BriefState = Type.Object({
  number: Type.Integer({ description: 'equals `briefVersion` of the task while the state was current' }),
  changedAt: Instant,
  changedByRole: Role,
  changedBy: Type.Optional(nullableText('id of the user; only for admins; null for a task that an admin created')),
  changed: Type.Array(oneOf(briefParts), { description: 'the parts that differ from the previous state; empty for the first state' }),
  previewNo: nullableInteger,
  ...recordOf(briefTexts, () => Type.String()),
  targetPostingDate: nullableText('YYYY-MM-DD'),
  targetPostingTime: nullableText('HH:MM'),
  submissionForReview: nullableText('YYYY-MM-DD'),
  ...recordOf(platforms, () => Type.Boolean()),
  hasReferenceImage: Type.Boolean(),
})
export type BriefState = Type.Static<typeof BriefState>

export const BRIEF_PAGE_MAX = 50

export const listBriefHistory = defineRoute({
  id: 'listBriefHistory',
  method: 'GET',
  url: '/task/brief-history/:id',
  access: 'signed-in',
  summary:
    'Lists the states of the brief of a task, newest first, or only the state `number`. The list is empty until the brief changes. ' +
    'A replaced reference image is not kept',
  schema: {
    params: TaskParams,
    querystring: Type.Object({
      ...pageQuery(BRIEF_PAGE_MAX).properties,
      number: Type.Optional(Type.Integer({ minimum: 1, maximum: BRIEF_VERSIONS_MAX })),
    }),
    response: { 200: Type.Array(BriefState) },
  },
})
