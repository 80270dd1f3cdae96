import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { CompanyParams, dateText, Id, nullableInteger, nullableText, pageQuery } from '../primitives.ts'
import { BoardTask, manager } from './board.ts'

const Day = dateText({ pattern: '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$' })

/** Maximum number of days in one request. The grid of a month shows at most six whole weeks. */
export const CALENDAR_DAYS_MAX = 42
/** Maximum number of tasks of each day in the admins' calendar. The route of a single day lists all tasks. */
export const CALENDAR_DAY_TASKS_MAX = 3
/** Highest count of a day's tasks. A day with more tasks has the same count. */
export const CALENDAR_COUNT_MAX = 100
/** Maximum number of planned dates in one response. */
export const PLANNED_DATES_MAX = 500
/** Maximum number of tasks in one page of a day. */
export const CALENDAR_PAGE_MAX = 50

/** A date of a series for which no task exists yet. The date is computed from the rule of the series. */
export const PlannedDate = Type.Object({
  date: Type.String({ description: 'YYYY-MM-DD' }),
  targetPostingTime: Type.Optional(Type.String({ description: "HH:MM in the company's time zone; absent without a time of day" })),
  seriesId: Id,
  companyProfileId: Id,
  companyName: Type.String(),
  title: Type.String(),
  newestTaskId: nullableInteger,
})
export type PlannedDate = Type.Static<typeof PlannedDate>

/** Planned dates of a period, earliest first. `isComplete` is false if the period may have more planned dates. */
const PlannedDates = Type.Object({
  dates: Type.Array(PlannedDate, { maxItems: PLANNED_DATES_MAX }),
  isComplete: Type.Boolean(),
})
export type PlannedDates = Type.Static<typeof PlannedDates>

const period = { from: Day, to: Day }
const bounded = `The period has at most ${CALENDAR_DAYS_MAX} days; 422 for a longer or an invalid period`

export const listPlannedDates = defineRoute({
  id: 'listPlannedDates',
  method: 'GET',
  url: '/task/planned-dates/:companyProfileId',
  access: 'owner',
  summary: `Returns the dates of the company's series for which no task exists yet, from \`from\` to \`to\`, earliest first. ${bounded}`,
  schema: { params: CompanyParams, querystring: Type.Object(period), response: { 200: PlannedDates } },
})

export const getBoardCalendar = defineRoute({
  id: 'getBoardCalendar',
  method: 'GET',
  url: '/admin/board/calendar',
  access: 'admin',
  summary:
    'Returns the tasks of all companies, or of one company, by posting date: for each day with tasks, the first ' +
    `${CALENDAR_DAY_TASKS_MAX} tasks and the number of all tasks. Also returns the planned dates of series. ${bounded}`,
  schema: {
    querystring: Type.Object({ ...period, companyProfileId: Type.Optional(Id), manager }),
    response: {
      200: Type.Object({
        days: Type.Array(
          Type.Object({
            date: Type.String({ description: 'YYYY-MM-DD' }),
            tasks: Type.Array(BoardTask, { maxItems: CALENDAR_DAY_TASKS_MAX }),
            count: Type.Integer({
              maximum: CALENDAR_COUNT_MAX,
              description: `number of tasks; ${CALENDAR_COUNT_MAX} means ${CALENDAR_COUNT_MAX} or more`,
            }),
          }),
          { maxItems: CALENDAR_DAYS_MAX },
        ),
        planned: PlannedDates,
      }),
    },
  },
})

export const listBoardDay = defineRoute({
  id: 'listBoardDay',
  method: 'GET',
  url: '/admin/board/calendar/:date',
  access: 'admin',
  summary: 'Lists the tasks of all companies, or of one company, whose date in the calendar is this day. 422 if the date does not exist',
  schema: {
    params: Type.Object({ date: Day }),
    querystring: Type.Object({ ...pageQuery(CALENDAR_PAGE_MAX).properties, companyProfileId: Type.Optional(Id), manager }),
    response: { 200: Type.Array(BoardTask) },
  },
})

export const getCalendarFeed = defineRoute({
  id: 'getCalendarFeed',
  method: 'GET',
  url: '/task/calendar-feed/:companyProfileId',
  access: 'owner',
  summary: "Returns the secret URL of the company's calendar feed, or null if the feed is off",
  schema: {
    params: CompanyParams,
    response: { 200: Type.Object({ url: nullableText('URL of the feed; anyone who has it can read titles and dates') }) },
  },
})

/** The response contains no URL, because responses to requests with an idempotency key are stored for a day. */
const FeedState = Type.Object({ isOn: Type.Boolean() })

export const renewCalendarFeed = defineRoute({
  id: 'renewCalendarFeed',
  method: 'POST',
  url: '/task/calendar-feed/:companyProfileId',
  access: 'owner',
  idempotent: true,
  summary: "Turns the company's calendar feed on. If the feed is on already, it gets a new URL, and the previous URL answers 404",
  schema: { params: CompanyParams, response: { 200: FeedState } },
})

export const endCalendarFeed = defineRoute({
  id: 'endCalendarFeed',
  method: 'DELETE',
  url: '/task/calendar-feed/:companyProfileId',
  access: 'owner',
  idempotent: true,
  summary: "Turns the company's calendar feed off. Its URL then answers 404",
  schema: { params: CompanyParams, response: { 200: FeedState } },
})

export const readCalendarFeed = defineRoute({
  id: 'readCalendarFeed',
  method: 'GET',
  url: '/calendar/:token.ics',
  access: 'public',
  answers: 'text/calendar',
  summary:
    'Returns the calendar feed of a company (RFC 5545): titles and dates of its tasks, and the planned dates of its series, of the last ' +
    'month and the next 12 months. 304 if the feed has not changed. 404 if the token is invalid or was replaced, or if the feed was turned ' +
    'off. 429 after 120 requests for the feed in an hour',
  schema: { params: Type.Object({ token: Type.String({ maxLength: 100 }) }), response: { 200: Type.String() } },
})
