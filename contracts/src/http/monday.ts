import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { BoardTask, manager } from './board.ts'

/** Maximum number of tasks in each list of the admins' first screen. */
export const MONDAY_TASKS_MAX = 5
/** The counts of the admins' first screen stop at this number. */
export const MONDAY_COUNT_MAX = 1_000
/** Clients who have not opened the email about a preview for this many days are on the list of clients to call. */
export const UNOPENED_DAYS = 3

const listOf = <Row extends Type.TSchema>(row: Row, description: string) =>
  Type.Object(
    { count: Type.Integer({ maximum: MONDAY_COUNT_MAX }), tasks: Type.Array(row, { maxItems: MONDAY_TASKS_MAX }) },
    { description },
  )

/** A task whose client must be called. */
export const CallTask = Type.Object({
  ...BoardTask.properties,
  phone: Type.String({ description: 'phone number of the company; may be empty' }),
})
export type CallTask = Type.Static<typeof CallTask>

const Monday = Type.Object({
  owed: Type.Object({
    late: listOf(BoardTask, 'Pending tasks without a preview whose review date has passed'),
    today: listOf(BoardTask, 'those whose review date is today'),
    thisWeek: listOf(BoardTask, 'those whose review date is later this week, which ends on Sunday'),
  }),
  launch: listOf(BoardTask, 'Approved tasks whose posting date has come in the time zone of their company, without unconfirmed approvals'),
  referredBack: listOf(BoardTask, 'tasks that were referred back'),
  calls: Type.Object({
    bounced: listOf(CallTask, 'waiting previews whose email to the owner bounced'),
    unconfirmed: listOf(CallTask, 'Approved tasks whose approval is unconfirmed'),
    unopened: listOf(CallTask, `waiting previews whose email was sent ${UNOPENED_DAYS} days ago or earlier, and was not opened`),
  }),
})
export type Monday = Type.Static<typeof Monday>

export const getMonday = defineRoute({
  id: 'getMonday',
  method: 'GET',
  url: '/admin/board/monday',
  access: 'admin',
  summary:
    `Returns what the admins do first: for each kind of work the number of tasks (at most ${MONDAY_COUNT_MAX}), and the first ` +
    `${MONDAY_TASKS_MAX} by date. The lists of previews that admins owe leave out accounts whose owner has not confirmed the email address. ` +
    '`unopened` considers the 1,000 waiting previews with the earliest posting dates',
  schema: { querystring: Type.Object({ manager }), response: { 200: Monday } },
})
