import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Message, nullableText, oneOf, strictObject, text } from '../primitives.ts'

/** How the web app caught an unexpected error: in the window's `error` event, as a rejected promise, or in React's error boundary. */
export const webErrorKinds = ['error', 'rejection', 'render'] as const

export const reportWebError = defineRoute({
  id: 'reportWebError',
  method: 'POST',
  url: '/web-errors',
  access: 'public',
  summary: 'Reports an unexpected error of the web app. It is counted and logged. 429 after too many reports from one IP address',
  schema: {
    body: strictObject({
      kind: oneOf(webErrorKinds),
      message: text(500),
      stack: Type.Optional(text(4_000)),
      release: Type.String({ maxLength: 40, description: 'the build of the web app; empty in development' }),
      route: Type.String({ maxLength: 200, description: 'the path of the page, without query and fragment' }),
    }),
    response: { 202: Message },
  },
})

/** Numbers of reported errors. The details are in the logs of the notifications service. */
export const WebErrorCounts = Type.Object({
  lastDay: Type.Integer({ description: 'in the last 24 hours' }),
  lastWeek: Type.Integer({ description: 'in the last 7 days' }),
  latestAt: nullableText('start of the hour of the latest report; ISO 8601 in UTC; null without reports'),
})
export type WebErrorCounts = Type.Static<typeof WebErrorCounts>

export const countWebErrors = defineRoute({
  id: 'countWebErrors',
  method: 'GET',
  url: '/admin/operations/notifications/web-errors',
  access: 'operator',
  summary: 'Counts the unexpected errors that the web app reported',
  schema: { response: { 200: WebErrorCounts } },
})
