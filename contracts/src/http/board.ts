import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, Id, Instant, nullableText, oneOf, pageQuery, TaskParams, text } from '../primitives.ts'
import { platforms } from '../rules/task-status.ts'
import { CompanyProfile } from './company.ts'
import { Task, TaskStatus } from './tasks.ts'

export const TaskCard = Type.Object({
  ...Type.Pick(Task, [
    '_id',
    'taskId',
    'companyProfileId',
    'title',
    'currentStatus',
    'targetPostingDate',
    'targetPostingTime',
    'submissionForReview',
    'doneTaskImage',
    'doneTaskThumbnail',
    'previewNo',
    'approvalUnconfirmed',
    'emailBounced',
    'isRecurring',
    'recurrenceType',
    'recurrenceStartDate',
    'recurrenceEndDate',
    'weeklyDayOfWeek',
    'monthlyWeek',
    'monthlyDayOfWeek',
    'seriesId',
    'occurrenceDate',
    'nextOccurrenceDate',
    'version',
    'postedAt',
    'postedOn',
    ...platforms,
  ]).properties,
  // `Type.Pick` does not compile with more names.
  briefVersion: Task.properties.briefVersion,
  previewBriefVersion: Task.properties.previewBriefVersion,
  hasFreshPreview: Type.Boolean({ description: 'whether there is a preview that the owner has not referred back' }),
  openFindings: Type.Integer({ description: 'number of open findings (`getProofreading`) of the draft or of the preview that waits' }),
})
export type TaskCard = Type.Static<typeof TaskCard>

export const TaskCounts = Type.Object({
  Pending: Type.Integer(),
  'Roll Back': Type.Integer(),
  Approved: Type.Integer(),
  Posted: Type.Integer(),
})
export type TaskCounts = Type.Static<typeof TaskCounts>

export const CompanyLine = Type.Object({
  _id: Id,
  companyName: Type.String(),
  dba: Type.String(),
  industry: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  city: Type.String(),
  color1: Type.String(),
  logo: nullableText('public URL'),
  createdAt: Instant,
  isUnconfirmed: Type.Boolean({ description: 'whether the owner has not confirmed the email address yet' }),
  lastSignedInAt: nullableText('ISO 8601 in UTC; up to an hour before the last sign-in of the owner; null if no sign-in is known'),
  counts: TaskCounts,
  previewsOwed: Type.Integer({ description: 'number of tasks that wait for a preview: new tasks, and tasks that were referred back' }),
  withClient: Type.Integer({ description: "number of tasks whose preview waits for the owner's decision" }),
  managerId: Type.Optional(nullableText('id of the admin who is the account manager; null if there is none')),
  nextPostingDate: nullableText('YYYY-MM-DD; earliest posting date of the tasks that are not posted; it may be in the past'),
  cards: Type.Array(TaskCard, {
    description: 'tasks that are not posted, in the order Pending, Roll Back, Approved, and newest first within a status',
  }),
})
export type CompanyLine = Type.Static<typeof CompanyLine>

export const BOARD_COMPANIES_MAX = 50
export const BOARD_CARDS_MAX = 8
export const BOARD_TASKS_MAX = 100
export const BOARD_SEARCH_MAX = 100

/**
 * `oldest` and `newest`: by creation time. `open`: by number of tasks that are not posted, highest first. `owed`, `with-client`,
 * `to-launch`: by number of tasks that wait for a preview, for the owner or for the launch, highest first. `next-posting`: earliest date
 * first, companies without date last. `signed-in`: latest sign-in first, companies without known sign-in last.
 */
export const companySorts = ['oldest', 'newest', 'name', 'open', 'owed', 'with-client', 'to-launch', 'next-posting', 'signed-in'] as const
export type CompanySort = (typeof companySorts)[number]

/**
 * `board`: Roll Back, Pending, Approved, Posted, each newest first. `review`, `target`, `due`: earliest date first, tasks without date last.
 * The date of `due` is the review date while an admin owes a preview, and otherwise the posting date.
 */
export const taskSorts = ['board', 'newest', 'review', 'target', 'due'] as const
export type TaskSort = (typeof taskSorts)[number]

/** The role that must act on a Pending task: an `admin` delivers a preview, an `owner` approves the delivered preview or refers it back. */
export const turns = ['admin', 'owner'] as const
export type Turn = (typeof turns)[number]

const Turns = Type.Object({ admin: Type.Integer(), owner: Type.Integer() })

/** The count of the tasks that are due for launch stops at this number. */
export const LAUNCH_COUNT_MAX = 1_000

const search = Type.Optional(text(BOARD_SEARCH_MAX))

const unconfirmed = Type.Optional(
  Type.Boolean({ description: 'only accounts whose owner has not confirmed the email address; false: only the other accounts' }),
)

/** Query parameter of lists for admins. */
export const manager = Type.Optional(
  Type.Unsafe<'me'>({ type: 'string', enum: ['me'], description: 'only companies whose account manager is the caller' }),
)

export const countBoard = defineRoute({
  id: 'countBoard',
  method: 'GET',
  url: '/admin/board/counts',
  access: 'admin',
  summary:
    'Counts the tasks of all companies by status, the Pending tasks by `turn`, and the Approved tasks whose posting date has come in the time zone of their company ' +
    `(at most ${LAUNCH_COUNT_MAX})`,
  schema: {
    querystring: Type.Object({ manager }),
    response: {
      200: Type.Object({
        tasks: TaskCounts,
        turns: Turns,
        launch: Type.Integer({ maximum: LAUNCH_COUNT_MAX }),
        findings: Type.Integer({ maximum: LAUNCH_COUNT_MAX, description: 'number of tasks with open findings' }),
        unconfirmed: Type.Object(
          { tasks: TaskCounts, turns: Turns, companies: Type.Integer(), companiesWithTasks: Type.Integer() },
          { description: 'the part of unconfirmed accounts in the other counts' },
        ),
      }),
    },
  },
})

export const listBoardCompanies = defineRoute({
  id: 'listBoardCompanies',
  method: 'GET',
  url: '/admin/board/companies',
  access: 'admin',
  summary: 'Lists companies with their task counts. Each company has at most `cards` task cards (default 0)',
  schema: {
    querystring: Type.Object({
      ...pageQuery(BOARD_COMPANIES_MAX).properties,
      search,
      sort: Type.Optional(oneOf(companySorts)),
      reverse: Type.Optional(Type.Boolean({ description: 'lists the companies in the opposite order' })),
      withTasks: Type.Optional(Type.Boolean({ description: 'only companies with tasks' })),
      unconfirmed,
      manager,
      cards: Type.Optional(Type.Integer({ minimum: 0, maximum: BOARD_CARDS_MAX })),
    }),
    response: { 200: Type.Array(CompanyLine) },
  },
})

export const getBoardCompany = defineRoute({
  id: 'getBoardCompany',
  method: 'GET',
  url: '/admin/board/companies/:companyProfileId',
  access: 'admin',
  summary:
    'Returns the profile of a company, its task counts, at most `cards` task cards (default 0), whether the company requires a check ' +
    'of previews, and the email address with which the owner signs in',
  schema: {
    params: CompanyParams,
    querystring: Type.Object({ cards: Type.Optional(Type.Integer({ minimum: 0, maximum: BOARD_CARDS_MAX })) }),
    response: {
      200: Type.Object({
        company: CompanyProfile,
        line: CompanyLine,
        requiresCheck: Type.Boolean(),
        ownerEmail: nullableText('sign-in address of the owner; null until it is known'),
        ownerId: Type.Optional(Type.String({ ...Id, description: 'id of the account of the owner' })),
      }),
    },
  },
})

const CompanyTimeZone = Type.Optional(
  Type.String({ description: 'IANA name of the time zone in the profile of the company; empty if the profile has none' }),
)

export const BoardTask = Type.Object({ ...TaskCard.properties, companyName: Type.String(), timeZone: CompanyTimeZone })
export type BoardTask = Type.Static<typeof BoardTask>

export const listBoardTasks = defineRoute({
  id: 'listBoardTasks',
  method: 'GET',
  url: '/admin/board/tasks',
  access: 'admin',
  summary:
    'Lists tasks of all companies as cards. `status` and `companyProfileId` are filters; `open` selects tasks that are not posted; ' +
    '`search` matches the company name, the title or the number of a task; `turn` selects the Pending tasks that an admin or the owner ' +
    'must act on, and excludes the sort orders `review` and `target` (422)',
  schema: {
    querystring: Type.Object({
      ...pageQuery(BOARD_TASKS_MAX).properties,
      status: Type.Optional(TaskStatus),
      open: Type.Optional(Type.Boolean()),
      companyProfileId: Type.Optional(Id),
      turn: Type.Optional(oneOf(turns)),
      unconfirmed,
      manager,
      findings: Type.Optional(Type.Boolean({ description: 'only tasks with open findings' })),
      search,
      sort: Type.Optional(oneOf(taskSorts)),
    }),
    response: { 200: Type.Array(BoardTask) },
  },
})

export const getBoardTask = defineRoute({
  id: 'getBoardTask',
  method: 'GET',
  url: '/admin/board/tasks/:id',
  access: 'admin',
  summary: 'Returns a task with the name of its company. Screens use it after a live event about the task',
  schema: {
    params: TaskParams,
    response: {
      200: Type.Object({
        task: Task,
        companyName: Type.String(),
        timeZone: CompanyTimeZone,
        isUnconfirmed: CompanyLine.properties.isUnconfirmed,
        openFindings: TaskCard.properties.openFindings,
      }),
    },
  },
})
