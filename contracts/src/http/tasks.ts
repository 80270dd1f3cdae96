import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import {
  CompanyParams,
  dateText,
  Id,
  IMAGE_MAX_BYTES,
  Instant,
  Message,
  nullableInteger,
  nullableObject,
  nullableOneOf,
  nullableText,
  oneOf,
  pageQuery,
  recordOf,
  strictObject,
  TaskParams,
  text,
} from '../primitives.ts'
import { briefLimits, briefTexts } from '../rules/brief.ts'
import { IMAGE_REFUSED } from '../rules/files.ts'
import { POST_LINK_MAX } from '../rules/posts.ts'
import { monthWeeks, recurrenceTypes, weekdays } from '../rules/recurrence.ts'
import { platforms, taskStatuses } from '../rules/task-status.ts'

export const TaskStatus = oneOf(taskStatuses)
const image = nullableText('URL of a public file, relative to the origin of the product: `/files/…`')
const date = nullableText('YYYY-MM-DD')

/** The rule of a recurring task and the period in which it repeats. */
const recurrence = {
  isRecurring: Type.Boolean(),
  recurrenceType: nullableOneOf(recurrenceTypes),
  recurrenceStartDate: date,
  recurrenceEndDate: date,
  weeklyDayOfWeek: nullableOneOf(weekdays),
  monthlyWeek: nullableOneOf(monthWeeks),
  monthlyDayOfWeek: nullableOneOf(weekdays),
}

export const RollbackEntry = Type.Object({
  feedback: Type.String(),
  clientSuggestImage: image,
  doneTaskImage: image,
  previewNo: Type.Integer(),
  isUnconfirmed: Type.Optional(Type.Boolean({ description: 'the referral through a review link has signs of a machine' })),
  createdAt: Instant,
})
export type RollbackEntry = Type.Static<typeof RollbackEntry>

/** A small copy of a picture, for lists. With the dimensions of this copy, a page can reserve space before the copy has loaded. */
const Thumbnail = Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })

export const PostLinks = Type.Object(
  recordOf(platforms, () => Type.Optional(Type.String({ minLength: 1, maxLength: POST_LINK_MAX, description: 'https URL of the post' }))),
  { additionalProperties: false },
)

/** When a task was posted, and where. */
export const postFields = {
  postedAt: Type.Optional(
    Type.String({ maxLength: 40, description: 'ISO 8601 with a time zone; not in the future, and not before the task was created' }),
  ),
  postLinks: Type.Optional(PostLinks),
}

/** A task. It contains the recurrence twice, flat and nested, because clients use either form. */
export const Task = Type.Object({
  _id: Id,
  taskId: Type.Integer(),
  companyProfileId: Id,
  ...recordOf(briefTexts, () => Type.String()),
  targetPostingDate: date,
  targetPostingTime: nullableText("HH:MM in the company's time zone, on the date of the task; null if the task has no time"),
  submissionForReview: date,
  currentStatus: TaskStatus,
  ...recordOf(platforms, () => Type.Boolean()),
  referenceImage: image,
  briefVersion: Type.Integer({
    description: 'number of the current state of the brief: 1 until its texts, dates, platforms or image change',
  }),
  /** The state of the brief when the current preview was delivered. Null without a preview. */
  previewBriefVersion: nullableInteger,
  doneTaskImage: image,
  /** A JPEG of at most 320 × 640 pixels. Null until the background job has made this JPEG, and for a picture that cannot be decoded. */
  doneTaskThumbnail: nullableObject(Thumbnail),
  previewNo: nullableInteger,
  approvedPreviewNo: nullableInteger,
  approvalUnconfirmed: Type.Boolean({ description: 'the approval through a review link has signs of a machine and must be confirmed' }),
  emailBounced: Type.Boolean({ description: 'the email about the current preview bounced, because the address does not exist' }),
  remindedAt: nullableText('when the last reminder about the current preview was requested or sent, ISO 8601 in UTC'),
  adminPostComment: nullableText('comment of the admin who launched the task'),
  postedAt: nullableText('when the task was posted, ISO 8601 in UTC; null if it is not posted'),
  postedOn: nullableText("YYYY-MM-DD; the date of `postedAt` in the business's time zone"),
  postLinks: PostLinks,
  rollbackFeedback: Type.Array(RollbackEntry),
  ...recurrence,
  recurrence: Type.Object(recurrence),
  seriesId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'the series of a recurring task; null for other tasks' }),
  occurrenceNo: nullableInteger,
  occurrenceDate: nullableText('YYYY-MM-DD; the date of the series for which this task is; null for a task that does not repeat'),
  nextOccurrenceDate: nullableText('YYYY-MM-DD; the date of the series that follows; null if none follows'),
  version: Type.Integer({ description: 'increases with each change; send it with a change to detect conflicts' }),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Task = Type.Static<typeof Task>

export const TaskVersion = Type.Optional(Type.Integer({ minimum: 1 }))

export const TASK_PAGE_MAX = 500

export const listTasks = defineRoute({
  id: 'listTasks',
  method: 'GET',
  url: '/task/tasks/:companyProfileId',
  access: 'signed-in',
  summary: 'Lists tasks of a company, newest first. 404 for a company of another owner',
  schema: {
    params: CompanyParams,
    querystring: pageQuery(TASK_PAGE_MAX),
    response: { 200: Type.Array(Task) },
  },
})

export const getTask = defineRoute({
  id: 'getTask',
  method: 'GET',
  url: '/task/:id',
  access: 'signed-in',
  summary: 'Returns a task',
  schema: { params: TaskParams, response: { 200: Task } },
})

export const flag = Type.Optional(oneOf(['true', 'false']))
const optionalText = (max: number) => Type.Optional(text(max))
export const imageFile = { kind: 'image', maxBytes: IMAGE_MAX_BYTES, refusal: IMAGE_REFUSED } as const

export const PostingTime = Type.Optional(
  Type.String({ maxLength: 5, description: "HH:MM in the company's time zone; empty: no time of day" }),
)

/** The fields of a form that change the brief of a task. */
export const briefFields = {
  ...recordOf(briefTexts, (name) => optionalText(briefLimits[name])),
  targetPostingDate: Type.Optional(dateText()),
  targetPostingTime: PostingTime,
  submissionForReview: Type.Optional(dateText()),
  ...recordOf(platforms, () => flag),
}

const orEmpty = <const T extends readonly string[]>(values: T) => Type.Optional(oneOf([...values, '']))

/** The fields of a new task. A recurring task needs no dates of its own. */
const NewTaskFields = strictObject({
  companyProfileId: Id,
  ...briefFields,
  isRecurring: flag,
  recurrenceType: orEmpty(recurrenceTypes),
  recurrenceStartDate: Type.Optional(dateText()),
  recurrenceEndDate: Type.Optional(dateText()),
  weeklyDayOfWeek: orEmpty(weekdays),
  monthlyWeek: orEmpty(monthWeeks),
  monthlyDayOfWeek: orEmpty(weekdays),
})

export const createTask = defineRoute({
  id: 'createTask',
  method: 'POST',
  url: '/task/create-task',
  access: 'owner',
  idempotent: true,
  summary: 'Creates a task by its owner. 422 with the violated rule. Concurrent requests cannot exceed the monthly limit',
  schema: { response: { 201: Task } },
  form: { fields: NewTaskFields, files: { referenceImage: imageFile } },
})

export const adminCreateTask = defineRoute({
  id: 'adminCreateTask',
  method: 'POST',
  url: '/task/admin-create-task',
  access: 'admin',
  idempotent: true,
  summary:
    'Creates a task for a company. It counts toward the monthly limit, but is not blocked by it. With `isRecurring`, the rules of ' +
    '`createTask` for recurring tasks apply',
  schema: { response: { 201: Task } },
  form: { fields: NewTaskFields, files: { referenceImage: imageFile } },
})

export const updateTask = defineRoute({
  id: 'updateTask',
  method: 'PUT',
  url: '/task/update-task/:id',
  access: 'signed-in',
  idempotent: true,
  summary:
    'Changes the status of a task: owners to Approved or Roll Back, or from Approved back to Pending; admins to Posted. 409 with the ' +
    'current task if the change is not allowed, or if `previewNo` or `contentHash` are not those of the current preview. With ' +
    '`acceptUnconfirmed`, an admin launches a task whose approval through a review link is not confirmed. A launch may contain when the ' +
    'task was posted (default: now), and the addresses of the post for platforms of the task',
  schema: {
    params: TaskParams,
    body: strictObject({
      currentStatus: TaskStatus,
      adminPostComment: optionalText(5000),
      version: TaskVersion,
      acceptUnconfirmed: Type.Optional(Type.Boolean()),
      previewNo: Type.Optional(Type.Integer({ minimum: 1 })),
      contentHash: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
      ...postFields,
    }),
    response: { 200: Task },
  },
})

export const addFeedback = defineRoute({
  id: 'addFeedback',
  method: 'PUT',
  url: '/task/add-feedback-image/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Refers a task back with feedback and an optional image. A Pending task becomes Roll Back in the same transaction',
  schema: { params: TaskParams, response: { 200: Task } },
  form: {
    fields: strictObject({
      feedback: optionalText(5000),
      doneTaskImageUrl: optionalText(2000),
      version: Type.Optional(Type.String({ pattern: '^[0-9]{1,9}$' })),
    }),
    files: { clientSuggestImage: imageFile },
  },
})

export const removeTask = defineRoute({
  id: 'removeTask',
  method: 'DELETE',
  url: '/task/remove-task/:id',
  access: 'owner',
  idempotent: true,
  summary: 'Deletes a task that is Pending or Roll Back',
  schema: { params: TaskParams, response: { 200: Message } },
})

export const uploadTaskImage = defineRoute({
  id: 'uploadTaskImage',
  method: 'POST',
  url: '/admin/upload-task-image/:id',
  access: 'admin',
  idempotent: true,
  summary:
    'Delivers a preview of one image, with the caption of the previous preview. A Roll Back or Approved task becomes Pending again. 409 if ' +
    'the company requires a check before delivery',
  schema: {
    params: TaskParams,
    response: { 200: Type.Object({ task: Type.Object({ ...Task.properties, image: Type.String() }) }) },
  },
  form: {
    fields: strictObject({}),
    files: { image: { kind: 'task-image', maxBytes: IMAGE_MAX_BYTES, refusal: IMAGE_REFUSED } },
  },
})
