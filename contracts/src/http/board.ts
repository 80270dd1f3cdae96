import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id, nullableText, oneOf, pageQuery, TaskRef, text } from '../primitives.ts'
import { CompanyProfile } from './company.ts'
import { Task, TaskStatus } from './tasks.ts'

/** What a card of a task shows; `getTask` answers the rest. */
export const TaskCard = Type.Object({
  ...Type.Pick(Task, [
    '_id',
    'taskId',
    'companyProfileId',
    'title',
    'currentStatus',
    'targetPostingDate',
    'submissionForReview',
    'doneTaskImage',
    'isRecurring',
    'recurrenceType',
    'recurrenceStartDate',
    'recurrenceEndDate',
    'weeklyDayOfWeek',
    'monthlyWeek',
    'monthlyDayOfWeek',
    'version',
  ]).properties,
  hasFreshPreview: Type.Boolean({ description: 'whether the picture is one that the owner has not referred back' }),
})
export type TaskCard = Type.Static<typeof TaskCard>

/** How many tasks there are, by status. */
export const TaskCounts = Type.Object({
  Pending: Type.Integer(),
  'Roll Back': Type.Integer(),
  Approved: Type.Integer(),
  Posted: Type.Integer(),
})
export type TaskCounts = Type.Static<typeof TaskCounts>

/** What a line of the companies' list shows; `getBoardCompany` answers the rest. */
export const CompanyLine = Type.Object({
  _id: Id,
  companyName: Type.String(),
  dba: Type.String(),
  industry: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  city: Type.String(),
  color1: Type.String(),
  logo: nullableText('public address'),
  counts: TaskCounts,
  cards: Type.Array(TaskCard, {
    description: 'as many as were asked for of its tasks that are not posted: Pending, Roll Back, Approved, newest first in each',
  }),
})
export type CompanyLine = Type.Static<typeof CompanyLine>

export const BOARD_COMPANIES_MAX = 50
export const BOARD_CARDS_MAX = 12
export const BOARD_TASKS_MAX = 100
export const BOARD_SEARCH_MAX = 100

/** `oldest` and `newest` by when they were created; `open` has those with the most tasks that are not posted first. */
export const companySorts = ['oldest', 'newest', 'name', 'open'] as const
export type CompanySort = (typeof companySorts)[number]

/**
 * `board` has what waits for us first (Roll Back, Pending, Approved, Posted) and the newest first in each; `review` and
 * `target` the earliest day first, those without one last.
 */
export const taskSorts = ['board', 'newest', 'review', 'target'] as const
export type TaskSort = (typeof taskSorts)[number]

const search = Type.Optional(text(BOARD_SEARCH_MAX))

export const countBoard = defineRoute({
  id: 'countBoard',
  service: 'tasks',
  method: 'GET',
  url: '/admin/board/counts',
  access: 'admin',
  summary: 'How many tasks there are of all companies',
  schema: { response: { 200: Type.Object({ tasks: TaskCounts }) } },
})

export const listBoardCompanies = defineRoute({
  id: 'listBoardCompanies',
  service: 'tasks',
  method: 'GET',
  url: '/admin/board/companies',
  access: 'admin',
  summary: 'Companies with their counts, and as many cards of each as are asked for (none unless asked)',
  schema: {
    querystring: Type.Object({
      ...pageQuery(BOARD_COMPANIES_MAX).properties,
      search,
      sort: Type.Optional(oneOf(companySorts)),
      withTasks: Type.Optional(Type.Boolean({ description: 'only those that have tasks' })),
      cards: Type.Optional(Type.Integer({ minimum: 0, maximum: BOARD_CARDS_MAX })),
    }),
    response: { 200: Type.Array(CompanyLine) },
  },
})

export const getBoardCompany = defineRoute({
  id: 'getBoardCompany',
  service: 'tasks',
  method: 'GET',
  url: '/admin/board/companies/:companyProfileId',
  access: 'admin',
  summary: 'One company: its whole profile, and its line with the cards asked for',
  schema: {
    params: Type.Object({ companyProfileId: Id }),
    querystring: Type.Object({ cards: Type.Optional(Type.Integer({ minimum: 0, maximum: BOARD_CARDS_MAX })) }),
    response: { 200: Type.Object({ company: CompanyProfile, line: CompanyLine }) },
  },
})

export const BoardTask = Type.Object({ ...TaskCard.properties, companyName: Type.String() })
export type BoardTask = Type.Static<typeof BoardTask>

export const listBoardTasks = defineRoute({
  id: 'listBoardTasks',
  service: 'tasks',
  method: 'GET',
  url: '/admin/board/tasks',
  access: 'admin',
  summary:
    'Tasks of all companies as cards. `status` and `companyProfileId` narrow; `open` has all that are not posted; ' +
    '`search` is in the company’s name and the title, or a number is the task’s own',
  schema: {
    querystring: Type.Object({
      ...pageQuery(BOARD_TASKS_MAX).properties,
      status: Type.Optional(TaskStatus),
      open: Type.Optional(Type.Boolean()),
      companyProfileId: Type.Optional(Id),
      search,
      sort: Type.Optional(oneOf(taskSorts)),
    }),
    response: { 200: Type.Array(BoardTask) },
  },
})

export const getBoardTask = defineRoute({
  id: 'getBoardTask',
  service: 'tasks',
  method: 'GET',
  url: '/admin/board/tasks/:id',
  access: 'admin',
  summary: 'One task whole, with the name of its company: what a live event asks for',
  schema: { params: Type.Object({ id: TaskRef }), response: { 200: Type.Object({ task: Task, companyName: Type.String() }) } },
})
